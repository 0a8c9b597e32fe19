import type { Operand } from '@vigia/core/rule-definitions';
import { at, type PlainBar } from './bars.ts';

/** A fraction of whole numbers. The denominator is positive. */
type Fraction = { readonly above: bigint; readonly below: bigint };

/** More decimals than any price or number of a rule has. */
const DECIMALS = 30;

/** Returns a number as it is written in decimals, in units of 10^−30. */
export function toDecimalUnits(value: number): bigint {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const places = DECIMALS - part.length + Number(exponent);
  if (places < 0) throw new RangeError(`${value} has more than ${DECIMALS} decimals`);
  return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(places);
}

const ofUnits = (units: bigint): Fraction => ({ above: units, below: 1n });

/** Returns the mean of the last `count` closes that end at a candle. */
function mean(bars: readonly PlainBar[], last: number, count: number): Fraction {
  const closes = bars.slice(last - count + 1, last + 1).map(({ close }) => toDecimalUnits(close));
  return { above: closes.reduce((sum, units) => sum + units, 0n), below: BigInt(closes.length) };
}

/** Returns the exact value of an operand at a candle; null for an operand that is no mean, price or number. */
function exactValue(operand: Operand, bars: readonly PlainBar[], index: number): Fraction | null {
  const row = index - operand.ago;
  switch (operand.of) {
    case 'number':
      return ofUnits(toDecimalUnits(operand.value));
    case 'price':
      return ofUnits(toDecimalUnits(at(bars, row)[operand.line]));
    case 'sma':
      return mean(bars, row, operand.period);
    case 'bollinger':
      return operand.line === 'middle' ? mean(bars, row, operand.period) : null;
    default:
      return null;
  }
}

/**
 * Returns −1, 0 or 1 as the left operand is below, equal to or above the right one at a candle, decided in whole
 * numbers of any size (docs/spec/strategies.md §2). Returns null unless both are means, prices or numbers. Both
 * operands must be defined at the candle.
 */
export function exactOrder(left: Operand, right: Operand, bars: readonly PlainBar[], index: number): number | null {
  const [a, b] = [exactValue(left, bars, index), exactValue(right, bars, index)];
  if (a === null || b === null) return null;
  const difference = a.above * b.below - b.above * a.below;
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

import { at, type CandleColumns } from '#candles/index.ts';
import { Ema, Macd, Rsi, Sma, Stochastic } from '#indicators/index.ts';
import { emptyBar } from '../bar.ts';
import { createSource, type SeriesOperand } from '../series/source.ts';
import type { BandOperand } from './band-columns.ts';

/** An operand whose indicator is calculated as a whole. Bands share their mean and deviation instead. */
export type WholeOperand = Exclude<SeriesOperand, BandOperand>;

/**
 * Each function writes the lines of one indicator at every candle: line `i` of candle `row` is at `i · length + row`,
 * in the order of the operand's lines. The loops are separate, because V8 inlines an indicator only in a loop that sees
 * no other. The values are those of the operand's source; a test compares the two.
 */

function fillEma(period: number, { length, close }: CandleColumns, lines: Float64Array): void {
  const ema = new Ema(period);
  for (let row = 0; row < length; row += 1) lines[row] = ema.push(at(close, row));
}

function fillSma(period: number, { length, close }: CandleColumns, lines: Float64Array): void {
  const sma = new Sma(period);
  for (let row = 0; row < length; row += 1) lines[row] = sma.push(at(close, row));
}

function fillStochastic(
  stochastic: Stochastic,
  { length, high, low, close }: CandleColumns,
  lines: Float64Array,
): void {
  for (let row = 0; row < length; row += 1) {
    lines[row] = stochastic.push(at(high, row), at(low, row), at(close, row));
    lines[length + row] = stochastic.d;
  }
}

/** Writes the lines of any other indicator, with its source. */
function fillFromSource(operand: WholeOperand, candles: CandleColumns, lines: Float64Array): void {
  const { length } = candles;
  const source = createSource(operand);
  const { values } = source;
  const bar = emptyBar();
  for (let row = 0; row < length; row += 1) {
    bar.time = at(candles.time, row);
    bar.open = at(candles.open, row);
    bar.high = at(candles.high, row);
    bar.low = at(candles.low, row);
    bar.close = at(candles.close, row);
    source.push(bar);
    for (let line = 0; line < values.length; line += 1) lines[line * length + row] = at(values, line);
  }
}

/** Returns the number of lines of an operand's source. */
export const lineCountOf = (operand: WholeOperand): number => createSource(operand).values.length;

/**
 * Writes every line of an operand's indicator at every candle; NaN while undefined.
 * @param lines room for `lineCountOf(operand) · candles.length` values
 */
export function fillLines(operand: WholeOperand, candles: CandleColumns, lines: Float64Array): void {
  switch (operand.of) {
    case 'rsi':
      return new Rsi(operand.period).pushAll(candles.close, candles.length, lines);
    case 'ema':
      return fillEma(operand.period, candles, lines);
    case 'sma':
      return fillSma(operand.period, candles, lines);
    case 'macd':
      return new Macd(operand.fast, operand.slow, operand.signal).pushAll(candles.close, candles.length, lines);
    case 'stochastic':
      return fillStochastic(new Stochastic(operand.k_period, operand.k_smoothing, operand.d_period), candles, lines);
    case 'price':
    case 'atr':
    case 'adx':
    case 'donchian':
    case 'distance':
      return fillFromSource(operand, candles, lines);
    default:
      return operand satisfies never;
  }
}

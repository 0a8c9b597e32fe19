import { at, type CandleColumns } from '#candles/index.ts';
import { Bollinger } from '#indicators/index.ts';
import type { Operand } from '../operands.ts';
import type { LineFiller } from './rule-history.ts';

/** An operand on Bollinger bands. Bands of one period share their mean and deviation. */
export type BandOperand = Extract<Operand, { of: 'bollinger' | 'bandwidth' }>;

export const isBandOperand = (operand: Operand): operand is BandOperand =>
  operand.of === 'bollinger' || operand.of === 'bandwidth';

/** Number of lines of a filler of bands. */
export const BAND_LINES = 2;

function fillBands(bands: Bollinger, { length, close }: CandleColumns, lines: Float64Array): void {
  for (let row = 0; row < length; row += 1) {
    lines[row] = bands.push(at(close, row));
    lines[length + row] = bands.deviation;
  }
}

/** Creates the filler of the mean of the last closes and, second, of their standard deviation. */
export function createBandFiller(period: number): LineFiller {
  const bands = new Bollinger(period, 1);
  return (candles, lines) => fillBands(bands, candles, lines);
}

/** Writes the middle band and `reach` deviations of each candle. */
function fillShifted(bands: Float64Array, reach: number, into: Float64Array): void {
  const { length } = into;
  for (let row = 0; row < length; row += 1) into[row] = at(bands, row) + reach * at(bands, length + row);
}

/** Writes the distance between the outer bands, in per cent of the middle band. */
function fillWidth(bands: Float64Array, deviations: number, into: Float64Array): void {
  const { length } = into;
  for (let row = 0; row < length; row += 1) {
    const middle = at(bands, row);
    const reach = deviations * at(bands, length + row);
    into[row] = (100 * (middle + reach - (middle - reach))) / middle;
  }
}

/** Writes one line of bands from the lines of a filler of bands, with the same values as `Bollinger`. */
export function fillBandLine(operand: BandOperand, bands: Float64Array, into: Float64Array): void {
  if (operand.of === 'bandwidth') return fillWidth(bands, operand.std_dev, into);
  if (operand.line === 'middle') return into.set(bands.subarray(0, into.length));
  fillShifted(bands, operand.line === 'upper' ? operand.std_dev : -operand.std_dev, into);
}

/** Returns a function that returns one line of bands at a candle, from the lines of a filler of bands. */
export function bandReader(operand: BandOperand, bands: Float64Array, length: number): (row: number) => number {
  const into = new Float64Array(1);
  const one = new Float64Array(BAND_LINES);
  return (row) => {
    const from = row - operand.ago;
    one[0] = from < 0 ? NaN : at(bands, from);
    one[1] = from < 0 ? NaN : at(bands, length + from);
    fillBandLine(operand, one, into);
    return at(into, 0);
  };
}

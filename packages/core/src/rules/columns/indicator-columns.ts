import { at, type CandleColumns } from '#candles/index.ts';
import { Ema, Macd, Rsi, Sma, Stochastic } from '#indicators/index.ts';
import { type Bar, emptyBar } from '../bar.ts';
import { createSource, type SeriesOperand, type Source } from '../series/source.ts';
import type { BandOperand } from './band-columns.ts';
import type { LineFiller } from './rule-history.ts';

/** An operand whose indicator is calculated as a whole. Bands share their mean and deviation instead. */
export type WholeOperand = Exclude<SeriesOperand, BandOperand>;

// The loops are separate, because V8 inlines an indicator only in a loop that sees no other.

function fillEma(ema: Ema, { length, close }: CandleColumns, lines: Float64Array): void {
  for (let row = 0; row < length; row += 1) lines[row] = ema.push(at(close, row));
}

function fillSma(sma: Sma, { length, close }: CandleColumns, lines: Float64Array): void {
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
function fillFromSource(source: Source, bar: Bar, candles: CandleColumns, lines: Float64Array): void {
  const { length } = candles;
  const { values } = source;
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

function fillerFromSource(operand: WholeOperand): LineFiller {
  const source = createSource(operand);
  const bar = emptyBar();
  return (candles, lines) => fillFromSource(source, bar, candles, lines);
}

function averageFiller(operand: Extract<WholeOperand, { of: 'ema' | 'sma' }>): LineFiller {
  if (operand.of === 'ema') {
    const ema = new Ema(operand.period);
    return (candles, lines) => fillEma(ema, candles, lines);
  }
  const sma = new Sma(operand.period);
  return (candles, lines) => fillSma(sma, candles, lines);
}

/**
 * Creates the filler of an operand's indicator, before the first candle. Its values are those of the operand's source;
 * a test compares the two. The lines have room for `lineCountOf(operand) · candles.length` values.
 */
export function createFiller(operand: WholeOperand): LineFiller {
  switch (operand.of) {
    case 'rsi': {
      const rsi = new Rsi(operand.period);
      return ({ close, length }, lines) => rsi.pushAll(close, length, lines);
    }
    case 'ema':
    case 'sma':
      return averageFiller(operand);
    case 'macd': {
      const macd = new Macd(operand.fast, operand.slow, operand.signal);
      return ({ close, length }, lines) => macd.pushAll(close, length, lines);
    }
    case 'stochastic': {
      const stochastic = new Stochastic(operand.k_period, operand.k_smoothing, operand.d_period);
      return (candles, lines) => fillStochastic(stochastic, candles, lines);
    }
    case 'price':
    case 'atr':
    case 'adx':
    case 'donchian':
    case 'distance':
      return fillerFromSource(operand);
    default:
      return operand satisfies never;
  }
}

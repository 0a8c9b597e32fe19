import { at, type CandleColumns } from '#candles/index.ts';
import { SizedCache } from '#kernel/index.ts';
import type { Operand } from '../operands.ts';
import { sourceKey } from '../series/series-board.ts';
import { lineIndexOf, type SeriesOperand } from '../series/source.ts';
import {
  BAND_LINES,
  type BandOperand,
  bandReader,
  createBandFiller,
  fillBandLine,
  isBandOperand,
} from './band-columns.ts';
import { createFiller, lineCountOf } from './indicator-columns.ts';
import type { Series } from './rule-history.ts';

/**
 * Number of lines that are kept: the indicators of most sweeps. More lines would leave the caches of the processor and
 * take longer than their calculation.
 */
const LINES_KEPT = 64;
/** Limit for long histories. A year of minutes has 45 lines of this size. */
const MAX_BYTES = 2 ** 27;

/** Moves a column by `ago` candles: the first candles have no value. */
function delayed(column: Float64Array, ago: number, into: Float64Array): Float64Array {
  const first = Math.min(ago, column.length);
  into.fill(NaN, 0, first);
  into.set(column.subarray(0, column.length - first), first);
  return into;
}

/**
 * The values of operands at every candle of a history. Operands that share an indicator share its calculation. The
 * columns of the last three operands stay valid; later operands may reuse the memory of earlier ones.
 */
export class SeriesColumns implements Series {
  readonly #candles: CandleColumns;
  /** Memory of dropped columns by its size. New memory would cost as much as the calculation of an indicator. */
  readonly #free = new Map<number, Float64Array[]>();
  readonly #kept: SizedCache<Float64Array>;

  /** @param linesKept number of lines in memory, apart from those of the last operands */
  constructor(candles: CandleColumns, linesKept = LINES_KEPT) {
    this.#candles = candles;
    const maxBytes = Math.min(MAX_BYTES, linesKept * candles.length * Float64Array.BYTES_PER_ELEMENT);
    this.#kept = new SizedCache<Float64Array>(maxBytes, (dropped) => {
      const free = this.#free.get(dropped.length) ?? [];
      free.push(dropped);
      this.#free.set(dropped.length, free);
    });
  }

  of(operand: Operand): Float64Array {
    if (operand.of === 'number') return this.#constant(operand.value);
    const key = sourceKey(operand);
    if (operand.ago === 0) return this.#line(operand, key);
    return this.#kept.get(`${key} ${lineIndexOf(operand)} ${operand.ago}`, () =>
      delayed(this.#line(operand, key), operand.ago, this.#room(1)),
    );
  }

  reader(operand: Operand): (row: number) => number {
    if (operand.of === 'number') return () => operand.value;
    if (isBandOperand(operand)) return bandReader(operand, this.#bands(operand.period), this.#candles.length);
    const column = this.of(operand);
    return (row) => at(column, row);
  }

  #constant(value: number): Float64Array {
    return this.#kept.get(`number ${value}`, () => this.#room(1).fill(value));
  }

  #line(operand: SeriesOperand, key: string): Float64Array {
    const { length } = this.#candles;
    if (operand.of === 'price') return this.#candles[operand.line].subarray(0, length);
    if (isBandOperand(operand)) return this.#bandLine(operand, key);
    const line = lineIndexOf(operand);
    const lines = this.#kept.get(key, () => {
      const room = this.#room(lineCountOf(operand));
      createFiller(operand)(this.#candles, room);
      return room;
    });
    return lines.subarray(line * length, (line + 1) * length);
  }

  #bandLine(operand: BandOperand, key: string): Float64Array {
    return this.#kept.get(`${key} ${lineIndexOf(operand)}`, () => {
      const bands = this.#bands(operand.period);
      const room = this.#room(1);
      fillBandLine(operand, bands, room);
      return room;
    });
  }

  #bands(period: number): Float64Array {
    return this.#kept.get(`bands ${period}`, () => {
      const room = this.#room(BAND_LINES);
      createBandFiller(period)(this.#candles, room);
      return room;
    });
  }

  /** Returns memory for some lines, with any content. */
  #room(lines: number): Float64Array {
    const size = lines * this.#candles.length;
    return this.#free.get(size)?.pop() ?? new Float64Array(size);
  }
}

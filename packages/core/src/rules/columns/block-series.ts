import type { CandleColumns } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
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
import type { LineFiller, Series } from './rule-history.ts';

/** The lines of one indicator at the candles of the current block. */
type Lines = { readonly fill: LineFiller; readonly values: Float64Array };

/** Delays a line by `ago` candles. It keeps as many candles of the earlier blocks. */
class DelayedLine {
  readonly #ago: number;
  readonly #values: Float64Array;
  #length = 0;

  constructor(ago: number, blockRows: number) {
    this.#ago = ago;
    this.#values = new Float64Array(ago + blockRows).fill(NaN);
  }

  push(line: Float64Array, length: number): void {
    this.#values.copyWithin(0, this.#length, this.#length + this.#ago);
    this.#values.set(line.subarray(0, length), this.#ago);
    this.#length = length;
  }

  get values(): Float64Array {
    return this.#values;
  }
}

const NO_CANDLES = new Float64Array();
const EMPTY: CandleColumns = {
  length: 0,
  time: NO_CANDLES,
  open: NO_CANDLES,
  high: NO_CANDLES,
  low: NO_CANDLES,
  close: NO_CANDLES,
};

/**
 * The values of operands at the candles of one block after another. Indicators continue from block to block. A block
 * is small enough for the caches of the processor, so that no column goes through main memory.
 */
export class BlockSeries implements Series {
  readonly #blockRows: number;
  readonly #lines = new Map<string, Lines>();
  readonly #columnOf = new Map<Operand, () => Float64Array>();
  readonly #delays: (() => void)[] = [];
  #candles = EMPTY;

  /** @param operands every operand that is read, because an indicator must receive every candle */
  constructor(operands: readonly Operand[], blockRows: number) {
    this.#blockRows = blockRows;
    for (const operand of operands) this.#columnOf.set(operand, this.#createColumn(operand));
  }

  /** Continues with the next candles, at most `blockRows`. */
  next(candles: CandleColumns): void {
    this.#candles = candles;
    for (const { fill, values } of this.#lines.values()) fill(candles, values);
    for (const push of this.#delays) push();
  }

  of(operand: Operand): Float64Array {
    const column = this.#columnOf.get(operand);
    invariant(column !== undefined, 'every operand of a block is known before its first candle');
    return column();
  }

  reader(operand: Operand): (row: number) => number {
    if (operand.of === 'number') return () => operand.value;
    if (isBandOperand(operand) && operand.ago === 0)
      return bandReader(operand, this.#bands(operand.period).values, this.#candles.length);
    const column = this.of(operand);
    return (row) => column[row] ?? NaN;
  }

  #createColumn(operand: Operand): () => Float64Array {
    if (operand.of === 'number') {
      const constant = new Float64Array(this.#blockRows).fill(operand.value);
      return () => constant;
    }
    const line = this.#createLine(operand);
    if (operand.ago === 0) return line;
    const delayed = new DelayedLine(operand.ago, this.#blockRows);
    this.#delays.push(() => delayed.push(line(), this.#candles.length));
    return () => delayed.values;
  }

  /** Returns a function that returns the line of an operand at the current block, without its look-back. */
  #createLine(operand: SeriesOperand): () => Float64Array {
    if (operand.of === 'price') return () => this.#candles[operand.line];
    if (isBandOperand(operand)) return this.#createBandLine(operand);
    const count = lineCountOf(operand);
    const { values } = this.#linesOf(sourceKey(operand), count, () => createFiller(operand));
    const line = lineIndexOf(operand);
    return () => values.subarray(line * this.#candles.length);
  }

  #createBandLine(operand: BandOperand): () => Float64Array {
    const { values } = this.#bands(operand.period);
    const line = new Float64Array(this.#blockRows);
    return () => {
      fillBandLine(operand, values, line.subarray(0, this.#candles.length));
      return line;
    };
  }

  #bands(period: number): Lines {
    return this.#linesOf(`bands ${period}`, BAND_LINES, () => createBandFiller(period));
  }

  #linesOf(key: string, count: number, create: () => LineFiller): Lines {
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const lines = { fill: create(), values: new Float64Array(count * this.#blockRows) };
    this.#lines.set(key, lines);
    return lines;
  }
}

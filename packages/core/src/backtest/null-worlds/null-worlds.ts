import { at, bucketOf, type CandleColumns, emptyColumns } from '#candles/index.ts';
import { invariant, type Rng } from '#kernel/index.ts';
import { pointsPerUnit } from './price-grid.ts';

/**
 * Largest fall of a copy, in standard deviations of its whole path, for which its prices stay above zero. A path of
 * independent signs falls further with a probability of at most 2·exp(−7²/2) = 5e-11 (Hoeffding 1963; Lévy's inequality
 * for the maximum).
 */
const ROOM_DEVIATIONS = 7;

/** Returns the first row of each candle of the timeframe and, last, the number of rows. */
function blockStarts({ length, time }: CandleColumns, timeframeSeconds: number): Uint32Array {
  const starts: number[] = [];
  let endTime = -Infinity;
  for (let row = 0; row < length; row += 1) {
    if (at(time, row) < endTime) continue;
    starts.push(row);
    endTime = bucketOf(at(time, row), timeframeSeconds) + timeframeSeconds;
  }
  return Uint32Array.from([...starts, length]);
}

/** Returns candles whose prices are whole points. */
function inPoints({ length, time, ...prices }: CandleColumns, scale: number): CandleColumns {
  const points = (column: Float64Array): Float64Array =>
    column.subarray(0, length).map((price) => Math.round(price * scale));
  const { open, high, low, close } = prices;
  return { length, time, open: points(open), high: points(high), low: points(low), close: points(close) };
}

/**
 * Returns the points by which copies start above the real candles, so that their prices stay above zero.
 * @param real candles in points, not empty
 */
function liftOf({ open, high, low, close }: CandleColumns, starts: Uint32Array): number {
  const start = at(open, 0);
  let before = start;
  let variance = 0;
  let reach = 0;
  for (let block = 0; block + 1 < starts.length; block += 1) {
    const [first, end] = [starts[block] ?? 0, starts[block + 1] ?? 0];
    for (let row = first; row < end; row += 1) reach = Math.max(reach, at(high, row) - before, before - at(low, row));
    variance += (at(close, end - 1) - before) ** 2;
    before = at(close, end - 1);
  }
  const lift = Math.ceil(ROOM_DEVIATIONS * Math.sqrt(variance) + reach + 1 - start);
  invariant(Number.isSafeInteger(lift), 'prices are finite');
  return Math.max(0, lift);
}

/**
 * Draws null copies of candles: markets without an edge that are otherwise like the real one (decision 0069).
 *
 * A block is one candle of the rule's timeframe. Each block is mirrored with a probability of one half around the close
 * before it; the mirror of a high is a low. A gap belongs to the block that it opens. The size of every move, its time
 * and its range are the same as in the real market, so volatility clusters in the same places. After any past, the
 * rest of a copy and its mirror image are equally likely. A signal at the close of a candle therefore wins as often as
 * it loses, with any expiry.
 *
 * Prices are whole points, so that |returns| do not change by rounding. They stay above zero: if the real path could
 * reach zero, every copy starts higher by the same number of points.
 */
export class NullWorlds {
  /** The real candles in points. */
  readonly #real: CandleColumns;
  readonly #starts: Uint32Array;
  readonly #pointsPerUnit: number;
  readonly #lift: number;
  /** The last copy. Its memory is used again. */
  readonly #copy: CandleColumns;

  /**
   * @param base base candles, ascending in time
   * @param timeframeSeconds timeframe of the rule, a multiple of the base step
   */
  constructor(base: CandleColumns, timeframeSeconds: number) {
    this.#pointsPerUnit = pointsPerUnit(base);
    this.#real = inPoints(base, this.#pointsPerUnit);
    this.#starts = blockStarts(base, timeframeSeconds);
    this.#lift = base.length === 0 ? 0 : liftOf(this.#real, this.#starts);
    this.#copy = { ...emptyColumns(base.length), time: base.time };
  }

  /**
   * Draws the next copy. The result is valid until the next call.
   * @param rng one number is drawn for each block
   */
  draw(rng: Rng): CandleColumns {
    const { open, close } = this.#real;
    let before = at(open, 0);
    let drawn = before + this.#lift;
    for (let block = 0; block + 1 < this.#starts.length; block += 1) {
      const [first, end] = [this.#starts[block] ?? 0, this.#starts[block + 1] ?? 0];
      const move = at(close, end - 1) - before;
      if (rng.next() < 0.5) {
        this.#shift(first, end, drawn - before);
        drawn += move;
      } else {
        this.#mirror(first, end, drawn + before);
        drawn -= move;
      }
      before += move;
    }
    return this.#copy;
  }

  /** Copies the rows of a block, moved by a number of points. */
  #shift(first: number, end: number, points: number): void {
    const { open, high, low, close } = this.#copy;
    const real = this.#real;
    const scale = this.#pointsPerUnit;
    for (let row = first; row < end; row += 1) {
      open[row] = (points + at(real.open, row)) / scale;
      high[row] = (points + at(real.high, row)) / scale;
      low[row] = (points + at(real.low, row)) / scale;
      close[row] = (points + at(real.close, row)) / scale;
    }
  }

  /** Copies the rows of a block, mirrored: a price of `x` points becomes `points − x`. */
  #mirror(first: number, end: number, points: number): void {
    const { open, high, low, close } = this.#copy;
    const real = this.#real;
    const scale = this.#pointsPerUnit;
    for (let row = first; row < end; row += 1) {
      open[row] = (points - at(real.open, row)) / scale;
      high[row] = (points - at(real.low, row)) / scale;
      low[row] = (points - at(real.high, row)) / scale;
      close[row] = (points - at(real.close, row)) / scale;
    }
  }
}

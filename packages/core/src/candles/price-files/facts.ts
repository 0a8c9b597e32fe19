import { at, type CandleColumns } from '../columns.ts';

const HOUR_S = 3_600;
const GAP_S = 4 * HOUR_S;
/** Largest number of stored gaps. When it is exceeded, every second gap is dropped. */
const GAPS_MAX = 256;

/**
 * A gap between two candles: the end of the earlier and the open of the later candle, on the file's clock, in seconds.
 */
export type FileGap = { readonly closeTime: number; readonly openTime: number };

/** Facts about all candles of a file. Times are seconds since 1970 on the clock of the file. */
export type FileFacts = {
  readonly candles: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Smallest step between two candles; 0 with fewer than two. */
  readonly stepSeconds: number;
  /** Line of a candle whose time is not a multiple of the step; null if there is none. */
  readonly misalignedLine: number | null;
  /** Gaps of at least four hours, at most 256, distributed over the file. */
  readonly gaps: readonly FileGap[];
};

/** Collects the facts of a file candle by candle. Its memory does not grow with the file. */
export class FactCollector {
  #candles = 0;
  #firstTime = 0;
  #lastTime = 0;
  #step = Number.POSITIVE_INFINITY;
  /** Greatest common divisor of all times. */
  #divisor = 0;
  #suspectLine = 0;
  #gaps: { readonly previous: number; readonly openTime: number }[] = [];
  #stride = 1;
  #gapsSeen = 0;

  add(candles: CandleColumns, firstLine: number): void {
    for (let row = 0; row < candles.length; row += 1) this.#addTime(at(candles.time, row), firstLine + row);
  }

  get facts(): FileFacts {
    const stepSeconds = Number.isFinite(this.#step) ? this.#step : 0;
    const isAligned = stepSeconds === 0 || this.#divisor % stepSeconds === 0;
    return {
      candles: this.#candles,
      firstTime: this.#firstTime,
      lastTime: this.#lastTime,
      stepSeconds,
      misalignedLine: isAligned ? null : this.#suspectLine,
      gaps: this.#gaps.map(({ previous, openTime }) => ({ closeTime: previous + stepSeconds, openTime })),
    };
  }

  #addTime(time: number, line: number): void {
    const gap = time - this.#lastTime;
    if (this.#candles === 0) {
      this.#firstTime = time;
      this.#divisor = time;
    } else if (gap !== this.#step) this.#addGap(time, gap, line);
    this.#candles += 1;
    this.#lastTime = time;
  }

  #addGap(time: number, gap: number, line: number): void {
    if (gap < this.#step) this.#step = gap;
    const divisor = greatestDivisor(this.#divisor, time);
    if (divisor % this.#step === 0) this.#suspectLine = 0;
    else if (this.#suspectLine === 0) this.#suspectLine = line;
    this.#divisor = divisor;
    if (gap < GAP_S) return;
    if (this.#gapsSeen % this.#stride === 0) this.#gaps.push({ previous: this.#lastTime, openTime: time });
    this.#gapsSeen += 1;
    if (this.#gaps.length < GAPS_MAX) return;
    this.#gaps = this.#gaps.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }
}

/** Returns the greatest common divisor by the algorithm of Euclid. */
function greatestDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

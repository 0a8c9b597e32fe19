import { type CandleBuilderState, checkedSeconds } from './candle-builder.ts';
import type { Candle } from './columns.ts';
import { bucketOf } from './resample.ts';

const NONE: readonly Candle[] = Object.freeze([]);

/**
 * State of an aggregator for a restart, as plain JSON. `closedThrough` is the end, in epoch seconds, of the newest
 * added base candle.
 */
export type CandleAggregatorState = CandleBuilderState;

/**
 * Builds candles of a larger timeframe from closed base candles as they arrive live. The last base candle of a bucket,
 * the first one of a later bucket, or the clock closes a bucket. The candles equal the candles that `resample` builds
 * from the whole file (docs/spec/pcr.md §1).
 */
export class CandleAggregator {
  readonly #timeframeSeconds: number;
  readonly #baseStepSeconds: number;
  #forming: Candle | null = null;
  #takenThrough = 0;
  #late = 0;

  /** @throws RangeError unless both are integers ≥ 1 and the timeframe is a multiple of the base step. */
  constructor(timeframeSeconds: number, baseStepSeconds: number) {
    this.#timeframeSeconds = checkedSeconds(timeframeSeconds);
    this.#baseStepSeconds = checkedSeconds(baseStepSeconds);
    if (timeframeSeconds % baseStepSeconds !== 0) {
      throw new RangeError(`${timeframeSeconds} s is not a multiple of the base step, ${baseStepSeconds} s`);
    }
  }

  /**
   * Adds the next closed base candle. It counts as late if it is not after the newest one, or belongs to a closed
   * bucket.
   * @returns the candles that this one closes, oldest first: none, one, or two if the previous base candle is missing.
   */
  push(base: Candle): readonly Candle[] {
    if (base.time < this.#takenThrough) {
      this.#late += 1;
      return NONE;
    }
    this.#takenThrough = base.time + this.#baseStepSeconds;
    const bucket = bucketOf(base.time, this.#timeframeSeconds);
    const before = this.#forming !== null && this.#forming.time !== bucket ? this.#forming : null;
    this.#forming = merged(before === null ? this.#forming : null, base, bucket);
    const complete = this.#takenThrough >= bucket + this.#timeframeSeconds ? this.#forming : null;
    if (complete !== null) this.#forming = null;
    if (before === null && complete === null) return NONE;
    return [before, complete].filter((candle) => candle !== null);
  }

  /**
   * Closes the forming candle if it ends at or before `throughMs`, up to which no more ticks are expected. The caller
   * first pushes the base candles that `throughMs` closes.
   * @returns the closed candle, or null
   */
  closeThrough(throughMs: number): Candle | null {
    const closed = this.#forming;
    if (closed === null) return null;
    const end = closed.time + this.#timeframeSeconds;
    if (throughMs < end * 1_000) return null;
    this.#forming = null;
    this.#takenThrough = end;
    return closed;
  }

  /** The forming candle, built from closed base candles only; null if there is none. */
  get forming(): Candle | null {
    return this.#forming;
  }

  /** Number of base candles that were ignored because they arrived too late. */
  get late(): number {
    return this.#late;
  }

  snapshot(): CandleAggregatorState {
    return { forming: this.#forming, closedThrough: this.#takenThrough, late: this.#late };
  }

  /** Restores an aggregator from the snapshot of an aggregator with the same timeframes. */
  restore(state: CandleAggregatorState): void {
    this.#forming = state.forming;
    this.#takenThrough = state.closedThrough;
    this.#late = state.late;
  }
}

function merged(forming: Candle | null, base: Candle, bucket: number): Candle {
  if (forming === null) return { ...base, time: bucket };
  return {
    ...forming,
    high: Math.max(forming.high, base.high),
    low: Math.min(forming.low, base.low),
    close: base.close,
  };
}

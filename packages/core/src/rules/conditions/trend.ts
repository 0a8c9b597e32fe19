import { bucketOf } from '#candles/index.ts';
import { Ema } from '#indicators/index.ts';
import { definedOrNull } from '#kernel/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import type { Bar } from '../bar.ts';
import type { ConditionOf } from '../rule.ts';
import type { Checker } from './checker.ts';

/**
 * Checks the trend of a longer timeframe: the last closed candle of that timeframe closed above (up) or below (down)
 * the EMA of its closes. The last candle of the rule's timeframe inside a longer candle closes the longer candle. If
 * that candle is missing, the next candle closes the longer candle. The forming longer candle never counts.
 */
export class TrendChecker implements Checker {
  readonly first: number;
  isMet = false;
  readonly #isUp: boolean;
  readonly #longSeconds: number;
  readonly #stepSeconds: number;
  readonly #ema: Ema;
  /** Open time of the forming candle of the longer timeframe, in epoch seconds; NaN without a forming candle. */
  #formingTime = NaN;
  #formingClose = 0;
  #close = NaN;

  /** @param stepSeconds length of the rule's candles */
  constructor({ side, timeframe, period }: ConditionOf<'trend'>, stepSeconds: number) {
    this.#isUp = side === 'up';
    this.#longSeconds = Math.max(TIMEFRAME_SECONDS[timeframe], stepSeconds);
    this.#stepSeconds = stepSeconds;
    this.#ema = new Ema(period);
    this.first = period * (this.#longSeconds / stepSeconds) - 1;
  }

  judge({ time, close }: Bar): boolean {
    const bucket = bucketOf(time, this.#longSeconds);
    if (bucket !== this.#formingTime) this.#closeForming();
    this.#formingTime = bucket;
    this.#formingClose = close;
    if (time + this.#stepSeconds >= bucket + this.#longSeconds) this.#closeForming();
    const average = this.#ema.value;
    this.isMet = this.#isUp ? this.#close > average : this.#close < average;
    return this.isMet;
  }

  #closeForming(): void {
    if (Number.isNaN(this.#formingTime)) return;
    this.#close = this.#formingClose;
    this.#ema.push(this.#close);
    this.#formingTime = NaN;
  }

  values(): readonly (number | null)[] {
    return [definedOrNull(this.#close), definedOrNull(this.#ema.value)];
  }

  snapshot(): readonly number[] {
    const forming = Number.isNaN(this.#formingTime) ? [0, 0, 0] : [1, this.#formingTime, this.#formingClose];
    const closed = Number.isNaN(this.#close) ? [0, 0] : [1, this.#close];
    return [...forming, ...closed, ...this.#ema.snapshot()];
  }

  restore([isForming, time = 0, forming = 0, isClosed, close = 0, ...ema]: readonly number[]): void {
    this.#formingTime = isForming === 1 ? time : NaN;
    this.#formingClose = forming;
    this.#close = isClosed === 1 ? close : NaN;
    this.#ema.restore(ema);
  }
}

import { type Candle, type CandleColumns, candleAt, firstRowFrom, resample, rowsBetween } from '@vigia/core/candles';
import {
  createStrategyFold,
  detectionKey,
  type SignalDirection,
  type StrategyFold,
  type StrategyRules,
} from '@vigia/core/strategies';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { StrategyRow } from './strategy.repository.ts';

const MINUTE_S = 60;

/** A running strategy and its price source. */
export type Member = { readonly row: StrategyRow; readonly rules: StrategyRules; readonly source: PriceSource };

/** Returns the key of a stream. Strategies with equal keys have the same evaluation of the same candles. */
export const streamKeyOf = ({ row, rules, source }: Member): string =>
  `${source}|${row.asset}|${row.timeframe}|${row.anchor_time}|${detectionKey(rules)}`;

/** One evaluation, and the strategies that share it. */
export class StrategyStream {
  readonly key: string;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly anchorTime: number;
  /** Members by strategy id. */
  readonly members = new Map<string, Member>();
  readonly #fold: StrategyFold;
  #lastTime = -Infinity;
  /**
   * The incomplete last candle of the history; null if there is none. It counts as ended when a later candle arrives.
   */
  #unfinished: Candle | null = null;

  constructor(first: Member) {
    this.key = streamKeyOf(first);
    this.source = first.source;
    this.symbol = first.row.asset;
    this.timeframe = first.row.timeframe;
    this.anchorTime = first.row.anchor_time;
    this.#fold = createStrategyFold(first.rules, TIMEFRAME_SECONDS[this.timeframe]);
  }

  /**
   * Folds the stored minutes from the start of the version to before `endTime`, ascending. Later minutes arrive live.
   */
  foldHistory(minutes: CandleColumns, endTime: number): void {
    const end = firstRowFrom(minutes, endTime);
    const past = rowsBetween(minutes, Math.min(firstRowFrom(minutes, this.anchorTime), end), end);
    const { candles, forming } = resample(past, TIMEFRAME_SECONDS[this.timeframe], MINUTE_S);
    for (let row = 0; row < candles.length; row += 1) this.#push(candleAt(candles, row));
    this.#unfinished = forming;
  }

  /**
   * Applies a closed candle of the timeframe.
   * @returns the direction of its signal; null if there is no signal or the candle was already applied
   */
  onCandle(candle: Candle): SignalDirection | null {
    if (candle.time <= this.#lastTime) return null;
    // If no live candle has closed the incomplete candle, its last minutes had no ticks.
    if (this.#unfinished !== null && this.#unfinished.time < candle.time) this.#push(this.#unfinished);
    this.#unfinished = null;
    return this.#push(candle);
  }

  #push({ time, open, high, low, close }: Candle): SignalDirection {
    this.#lastTime = time;
    return this.#fold.push(time, open, high, low, close);
  }
}

import { at, type Candle, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import {
  createStrategyFold,
  detectionKey,
  type StrategyFold,
  type StrategyMove,
  type StrategyRules,
} from '@vigia/core/strategies';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { StrategyRow } from './strategy.repository.ts';

const MINUTE_S = 60;

/** A strategy that runs, on the prices of that source. */
export type Member = { readonly row: StrategyRow; readonly rules: StrategyRules; readonly source: PriceSource };

/** Strategies with equal keys see the same in the same candles, from the same one on. */
export const streamKeyOf = ({ row, rules, source }: Member): string =>
  `${source}|${row.asset}|${row.timeframe}|${row.anchor_time}|${detectionKey(rules)}`;

/** One fold, and the strategies that share it. */
export class StrategyStream {
  readonly key: string;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly anchorTime: number;
  /** By strategy. */
  readonly members = new Map<string, Member>();
  readonly #fold: StrategyFold;
  #lastTime = -Infinity;
  /** What the history ends in: not known to be whole until a later candle comes. */
  #unfinished: Candle | null = null;

  constructor(first: Member) {
    this.key = streamKeyOf(first);
    this.source = first.source;
    this.symbol = first.row.asset;
    this.timeframe = first.row.timeframe;
    this.anchorTime = first.row.anchor_time;
    this.#fold = createStrategyFold(first.rules, TIMEFRAME_SECONDS[this.timeframe]);
  }

  /** Folds the stored minutes, ascending, from the anchor to before `endTime`: what came since then is taken live. */
  foldHistory(minutes: CandleColumns, endTime: number): void {
    const past = between(minutes, this.anchorTime, endTime);
    const { candles, forming } = resample(past, TIMEFRAME_SECONDS[this.timeframe], MINUTE_S);
    for (let row = 0; row < candles.length; row += 1) this.#push(candleAt(candles, row));
    this.#unfinished = forming;
  }

  /** A candle of its timeframe has closed. @returns what it says; null: it is old news */
  take(candle: Candle): StrategyMove | null {
    if (candle.time <= this.#lastTime) return null;
    // The candle that a stop cut off was closed by nobody: its last minutes had no ticks.
    if (this.#unfinished !== null && this.#unfinished.time < candle.time) this.#push(this.#unfinished);
    this.#unfinished = null;
    return this.#push(candle);
  }

  #push({ time, open, high, low, close }: Candle): StrategyMove {
    this.#lastTime = time;
    return this.#fold.push(time, open, high, low, close);
  }
}

/** The rows from `fromTime` to before `endTime`; shares memory. */
function between(minutes: CandleColumns, fromTime: number, endTime: number): CandleColumns {
  let [first, end] = [0, minutes.length];
  while (first < end && at(minutes.time, first) < fromTime) first += 1;
  while (end > first && at(minutes.time, end - 1) >= endTime) end -= 1;
  return {
    length: end - first,
    time: minutes.time.subarray(first, end),
    open: minutes.open.subarray(first, end),
    high: minutes.high.subarray(first, end),
    low: minutes.low.subarray(first, end),
    close: minutes.close.subarray(first, end),
  };
}

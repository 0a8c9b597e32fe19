import { at, type CandleColumns, candlesFromTicks, type TickColumns } from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';
import { expiryLengthIn } from '#lengths/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import { PcrDetector } from '../detector.ts';
import type { PcrListener } from '../listener.ts';
import type { PcrRules } from '../setup/setup.ts';
import type { Signal } from '../signal/signal.ts';
import type { Zone } from '../zone/zone.ts';
import { followHistory, type HistoryError, readHistory } from './history.ts';

export type ReplayOptions = {
  readonly listener: PcrListener;
  /** Payout as a fraction; if absent, the payout filter is omitted. */
  readonly payoutRatio?: number;
};

/** Result of a complete replay. Times are epoch seconds. */
export type ReplayResult = {
  /** Number of closed candles of the setup's timeframe. */
  readonly candles: number;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly liveZones: readonly Zone[];
  /** Signals whose expiration is after the end of the data. */
  readonly pendingSignals: readonly Signal[];
};

/** The reason why a replay cannot be run on these data. */
export type ReplayError = HistoryError | { readonly reason: 'touch_needs_ticks' };

const outcome = (candles: CandleColumns, detector: PcrDetector): ReplayResult => ({
  candles: candles.length,
  firstTime: candles.length === 0 ? null : at(candles.time, 0),
  lastTime: detector.lastCandleTime,
  liveZones: detector.liveZones,
  pendingSignals: detector.pendingSignals,
});

/**
 * Runs a setup over base candles, ascending in time. The base candles also decide the outcomes (docs/spec/pcr.md §6).
 */
export function replayCandles(
  base: CandleColumns,
  rules: PcrRules,
  options: ReplayOptions,
): Result<ReplayResult, ReplayError> {
  if (rules.trigger === 'touch') return err({ reason: 'touch_needs_ticks' });
  const history = readHistory(base, TIMEFRAME_SECONDS[rules.timeframe], expiryLengthIn(rules));
  if (!history.ok) return history;
  const { candles, baseStepSeconds } = history.value;
  const detector = new PcrDetector(rules, { ...options, baseStepSeconds });
  followHistory(history.value, detector);
  return ok(outcome(candles, detector));
}

/** Runs a setup over ticks, ascending in time, in the order in which they would arrive live. */
export function replayTicks(ticks: TickColumns, rules: PcrRules, options: ReplayOptions): ReplayResult {
  const timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
  const { candles } = candlesFromTicks(ticks, timeframeSeconds);
  const detector = new PcrDetector(rules, options);
  let row = 0;
  for (let i = 0; i < candles.length; i += 1) {
    const endMs = (at(candles.time, i) + timeframeSeconds) * 1_000;
    for (; row < ticks.length && at(ticks.timeMs, row) < endMs; row += 1)
      detector.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
    detector.pushRow(candles, i);
  }
  for (; row < ticks.length; row += 1) detector.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
  return outcome(candles, detector);
}

import {
  type AlignmentError,
  at,
  type CandleColumns,
  candlesFromTicks,
  checkAlignment,
  resample,
  type TickColumns,
} from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import { PcrDetector } from '../detector.ts';
import type { PcrListener } from '../listener.ts';
import type { PcrRules } from '../setup/setup.ts';
import type { Signal } from '../signal/signal.ts';
import type { Zone } from '../zone/zone.ts';

export type ReplayOptions = {
  readonly listener: PcrListener;
  /** As a fraction; without it the payout filter is left out. */
  readonly payoutRatio?: number;
};

/** What is left when a replay has run through its data. Times are epoch seconds. */
export type Replayed = {
  /** Closed candles of the setup's timeframe. */
  readonly candles: number;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly liveZones: readonly Zone[];
  /** Signals whose expiration lies past the end of the data. */
  readonly pendingSignals: readonly Signal[];
};

/** Why a replay cannot be run on these data. */
export type ReplayError =
  | AlignmentError
  | { readonly reason: 'touch_needs_ticks' }
  | { readonly reason: 'expiry_not_multiple'; readonly expirySeconds: number; readonly baseStepSeconds: number };

function outcome(candles: CandleColumns, detector: PcrDetector): Replayed {
  return {
    candles: candles.length,
    firstTime: candles.length === 0 ? null : at(candles.time, 0),
    lastTime: detector.lastCandleTime,
    liveZones: detector.liveZones,
    pendingSignals: detector.pendingSignals,
  };
}

function pushCandle(detector: PcrDetector, { time, open, high, low, close }: CandleColumns, row: number): void {
  detector.push(at(time, row), at(open, row), at(high, row), at(low, row), at(close, row));
}

/** Runs a setup over base candles, ascending in time; outcomes are decided against these candles (pcr.md §6). */
export function replayCandles(
  base: CandleColumns,
  rules: PcrRules,
  options: ReplayOptions,
): Result<Replayed, ReplayError> {
  if (rules.trigger === 'touch') return err({ reason: 'touch_needs_ticks' });
  const timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
  const alignment = checkAlignment(base, timeframeSeconds);
  if (!alignment.ok) return alignment;
  const { baseStepSeconds } = alignment.value;
  const expirySeconds = rules.expiry * 60;
  if (expirySeconds % baseStepSeconds !== 0)
    return err({ reason: 'expiry_not_multiple', expirySeconds, baseStepSeconds });

  const { candles } = resample(base, timeframeSeconds, baseStepSeconds);
  const detector = new PcrDetector(rules, { ...options, baseStepSeconds });
  let row = 0;
  for (let i = 0; i < candles.length; i += 1) {
    const end = at(candles.time, i) + timeframeSeconds;
    for (; row < base.length && at(base.time, row) < end; row += 1)
      detector.pushBase(at(base.time, row), at(base.close, row));
    pushCandle(detector, candles, i);
  }
  for (; row < base.length; row += 1) detector.pushBase(at(base.time, row), at(base.close, row));
  return ok(outcome(candles, detector));
}

/** Runs a setup over ticks, ascending in time, in the order in which they would come live. */
export function replayTicks(ticks: TickColumns, rules: PcrRules, options: ReplayOptions): Replayed {
  const timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
  const { candles } = candlesFromTicks(ticks, timeframeSeconds);
  const detector = new PcrDetector(rules, options);
  let row = 0;
  for (let i = 0; i < candles.length; i += 1) {
    const endMs = (at(candles.time, i) + timeframeSeconds) * 1_000;
    for (; row < ticks.length && at(ticks.timeMs, row) < endMs; row += 1)
      detector.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
    pushCandle(detector, candles, i);
  }
  for (; row < ticks.length; row += 1) detector.pushTick(at(ticks.timeMs, row), at(ticks.price, row));
  return outcome(candles, detector);
}

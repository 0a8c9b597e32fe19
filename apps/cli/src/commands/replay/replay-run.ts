import { ok, type Result } from '@vigia/core/kernel';
import {
  type PcrListener,
  type PcrRules,
  type ReplayError,
  type ReplayResult,
  replayCandles,
  replayTicks,
  type ZoneEnd,
} from '@vigia/core/pcr';
import { DecidedSignals } from './decided-signals.ts';
import type { Prices } from './read-prices.ts';

/** A setup, its prices and its payout. Each run of them gives the same events. */
export type ReplayInput = { readonly prices: Prices; readonly rules: PcrRules; readonly payoutRatio: number | null };

/** Runs a setup on prices. The listener receives the events in order of time. */
export function runReplay(
  { prices, rules, payoutRatio }: ReplayInput,
  listener: PcrListener,
): Result<ReplayResult, ReplayError> {
  const options = { listener, ...(payoutRatio !== null && { payoutRatio }) };
  return prices.kind === 'candles'
    ? replayCandles(prices.candles, rules, options)
    : ok(replayTicks(prices.ticks, rules, options));
}

/** Counts of a replay, and its decided signals. */
export type ReplayCounts = Omit<ReplayResult, 'liveZones' | 'pendingSignals'> & {
  readonly sequences: number;
  readonly validSequences: number;
  readonly zones: number;
  /** Number of zones by the kind of their end; the other zones have not ended. */
  readonly zoneEnds: Readonly<Record<ZoneEnd, number>>;
  readonly signals: number;
  readonly decided: DecidedSignals;
};

/** Runs a setup on prices and counts its results. The memory grows by one byte for each signal, and by nothing else. */
export function countReplay(of: ReplayInput): Result<ReplayCounts, ReplayError> {
  const zoneEnds = { spent: 0, invalidated: 0, expired: 0 };
  const decided = new DecidedSignals();
  let [sequences, validSequences, zones, signals] = [0, 0, 0, 0];
  const replayed = runReplay(of, {
    onSequence: ({ isValid }) => {
      sequences += 1;
      if (isValid) validSequences += 1;
    },
    onZone: () => void (zones += 1),
    onZoneEnd: (_zone, end) => void (zoneEnds[end] += 1),
    onSignal: () => void (signals += 1),
    onSettlement: ({ outcome }) => decided.add(outcome),
  });
  if (!replayed.ok) return replayed;
  const { candles, firstTime, lastTime } = replayed.value;
  return ok({ candles, firstTime, lastTime, sequences, validSequences, zones, zoneEnds, signals, decided });
}

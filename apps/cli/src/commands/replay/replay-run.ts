import { ok, type Result } from '@vigia/core/kernel';
import {
  type PcrListener,
  type PcrRules,
  type ReplayError,
  type Replayed,
  replayCandles,
  replayTicks,
  type Sequence,
  type Settlement,
  type Signal,
  type Zone,
  type ZoneEnd,
} from '@vigia/core/pcr';
import type { Prices } from './read-prices.ts';

/** All results of a replay, in order of time. */
export type ReplayFindings = Replayed & {
  readonly sequences: readonly Sequence[];
  readonly zones: readonly Zone[];
  /** The ended price zones, each with the kind and time of its end. A zone that is not in this map has not ended. */
  readonly zoneEnds: ReadonlyMap<Zone, { readonly end: ZoneEnd; readonly at: number }>;
  readonly signals: readonly Signal[];
  /** The settlements of decided signals. A signal that is not in this map is still open. */
  readonly settlements: ReadonlyMap<Signal, Settlement>;
};

/** Runs a setup on prices and returns all of its results. */
export function runReplay(
  prices: Prices,
  rules: PcrRules,
  payoutRatio: number | null,
): Result<ReplayFindings, ReplayError> {
  const sequences: Sequence[] = [];
  const zones: Zone[] = [];
  const zoneEnds = new Map<Zone, { end: ZoneEnd; at: number }>();
  const signals: Signal[] = [];
  const settlements = new Map<Signal, Settlement>();
  const listener: PcrListener = {
    onSequence: (sequence) => void sequences.push(sequence),
    onZone: (zone) => void zones.push(zone),
    onZoneEnd: (zone, end, at) => void zoneEnds.set(zone, { end, at }),
    onSignal: (signal) => void signals.push(signal),
    onSettlement: (settlement) => void settlements.set(settlement.signal, settlement),
  };
  const options = { listener, ...(payoutRatio !== null && { payoutRatio }) };
  const replayed =
    prices.kind === 'candles'
      ? replayCandles(prices.candles, rules, options)
      : ok(replayTicks(prices.ticks, rules, options));
  if (!replayed.ok) return replayed;
  return ok({ ...replayed.value, sequences, zones, zoneEnds, signals, settlements });
}

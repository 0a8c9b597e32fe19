import type { CandleColumns } from '@vigia/core/candles';
import {
  type CheckedSetup,
  completeSetup,
  replayCandles,
  type Settlement,
  type Signal,
  type Zone,
} from '@vigia/core/pcr';
import type { WireSetup } from './oracle-setup.ts';
import type { OracleResult } from './oracle-types.ts';

/**
 * Runs the production code over the candles. Returns its findings in the form of the oracle's result, so that tests can
 * compare the two.
 */
export function coreFindings(base: CandleColumns, wire: WireSetup): OracleResult {
  // The cast is safe, because the generator of API setups produces only valid values.
  const rules = completeSetup(wire as CheckedSetup);
  const sequences: OracleResult['sequences'][number][] = [];
  const zones: Zone[] = [];
  const ends = new Map<Zone, OracleResult['zones'][number]['state']>();
  const signals: Signal[] = [];
  const settlements = new Map<Signal, Settlement>();
  const rejected = { late: 0, filters: 0, conflict: 0, one_a_candle: 0 };
  const result = replayCandles(base, rules, {
    listener: {
      onSequence: (sequence) =>
        void sequences.push({
          color: sequence.color,
          length: sequence.length,
          strong_candles: sequence.strongCandles,
          start_time: sequence.startTime,
          end_time: sequence.endTime,
          price_range: sequence.priceRange,
          validation_results: sequence.validationResults,
          is_valid: sequence.isValid,
          breaking_time: sequence.breakingCandle.time,
        }),
      onZone: (zone) => void zones.push(zone),
      onZoneEnd: (zone, end) => void ends.set(zone, end),
      onSignal: (signal) => void signals.push(signal),
      onSettlement: (settlement) => void settlements.set(settlement.signal, settlement),
      onRejected: ({ refusal }) => {
        rejected[refusal.gate] += 1;
      },
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return {
    candles: result.value.candles,
    sequences,
    zones: zones.map((zone) => ({
      direction: zone.direction,
      created_at: zone.createdAt,
      extreme: zone.extreme,
      levels: zone.levels,
      state: ends.get(zone) ?? 'live',
    })),
    signals: signals.map((signal) => ({
      direction: signal.direction,
      entry_time: signal.entryTime / 1_000,
      entry_price: signal.entryPrice,
      expiration_time: signal.expirationTime / 1_000,
      entry_point: signal.entryPoint,
      confidence: signal.confidence,
      pattern: signal.pattern,
      outcome: settlements.get(signal)?.outcome ?? 'pending',
      settle_price: settlements.get(signal)?.settlePrice ?? null,
    })),
    rejected,
  };
}

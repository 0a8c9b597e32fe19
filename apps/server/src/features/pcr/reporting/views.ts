import type { CriterionView, PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { measuredCriteria, type Patterns, type Sequence, type Zone, zoneBand } from '@vigia/core/pcr';
import { breakEvenRate } from '@vigia/core/statistics';
import { expiryFields } from '@vigia/core/trades';
import type { ZoneState } from '@vigia/core/vocabulary';
import { lengthOfSignal, toDecisionView } from '../../signals/index.ts';
import type { SetupRow, StoredSignal } from '../pcr.repository.ts';

/** A price zone and its state. `endedAt` is in epoch seconds; null while the zone is active. */
export type TrackedZone = { readonly zone: Zone; readonly state: ZoneState; readonly endedAt: number | null };

const isoSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Returns the id of a sequence. Within a setup, the breaking candle identifies the sequence. */
const sequenceId = (setupId: string, breakingTime: number): string => `${setupId}:${breakingTime}`;

export function toSequenceView(
  setup: Pick<SetupRow, 'id' | 'asset' | 'timeframe'>,
  sequence: Sequence,
  tracked: TrackedZone | null,
): PcrSequenceView {
  return {
    id: sequenceId(setup.id, sequence.breakingCandle.time),
    asset: setup.asset,
    timeframe: setup.timeframe,
    setup_id: setup.id,
    color: sequence.color,
    length: sequence.length,
    strong_candles: sequence.strongCandles,
    start_time: isoSeconds(sequence.startTime),
    end_time: isoSeconds(sequence.endTime),
    price_range: sequence.priceRange,
    validation_results: sequence.validationResults,
    is_valid: sequence.isValid,
    breaking_candle: sequence.breakingCandle,
    zone: tracked && toZoneView(tracked),
  };
}

/** Returns the five criteria of a sequence with their measured values and thresholds. */
export const toCriterionViews = (sequence: Sequence, patterns: Patterns): CriterionView[] =>
  measuredCriteria(sequence, patterns).map((measured) => ({ ...measured }));

function toZoneView({ zone, state, endedAt }: TrackedZone): NonNullable<PcrSequenceView['zone']> {
  const { levels } = zone;
  return {
    kind: zone.kind,
    direction: zone.direction,
    state,
    created_at: isoSeconds(zone.createdAt),
    ended_at: endedAt === null ? null : isoSeconds(endedAt),
    zona_fina: zoneBand(zone, 'zona_fina'),
    zona_ancha: zoneBand(zone, 'zona_ancha'),
    punto_optimo: levels.punto_optimo,
    zona_fina_fifty: levels.zona_fina_fifty,
    zona_ancha_fifty: levels.zona_ancha_fifty,
    punto_optimo_fifty: levels.punto_optimo_fifty,
  };
}

export function toSignalView(stored: StoredSignal, currentPrice: number | null): PcrSignalView {
  const { body } = stored;
  const entryTime = new Date(body.entry_time_ms).toISOString();
  return {
    id: stored.id,
    asset: body.asset,
    timeframe: body.timeframe,
    source: body.source,
    direction: body.direction,
    setup_id: stored.setup_id,
    setup_name: stored.setup_name,
    sequence_id: sequenceId(stored.setup_id, body.sequence.breaking_time),
    entry_point: body.entry_point,
    entry_price: body.entry_price,
    current_price: currentPrice,
    entry_time: entryTime,
    timestamp: stored.published_at.toISOString(),
    expiration_time: new Date(body.expiration_ms).toISOString(),
    ...expiryFields(lengthOfSignal(body)),
    pattern: body.pattern,
    sequence: {
      color: body.sequence.color,
      length: body.sequence.length,
      start_time: isoSeconds(body.sequence.start_time),
      end_time: isoSeconds(body.sequence.end_time),
    },
    zone: { kind: body.zone.kind, zona_fina: body.zone.zona_fina, zona_ancha: body.zone.zona_ancha },
    filter_results: [...body.filter_results],
    criteria: (body.criteria ?? []).map((measured) => ({ ...measured })),
    confidence: body.confidence,
    break_even: breakEvenOf(body),
    status: stored.outcome ?? 'pending',
    settle_price: stored.settle_price,
    seq: stored.seq,
    hash: stored.hash,
    trade_id: stored.trade_id,
    decision: toDecisionView(stored),
  };
}

/** Returns the break-even rate of a signal; null if the hashed body contains no payout or a payout of zero. */
const breakEvenOf = (body: object): number | null =>
  'payout' in body && typeof body.payout === 'number' && body.payout > 0 ? breakEvenRate(body.payout) : null;

import { type FilterResult, type Sequence, type Signal, zoneBand } from '@vigia/core/pcr';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { Json } from '../signals/index.ts';

/** Grows when the rules of the detector change, so that an old signal is re-checked by the rules it was made with. */
const RULE_VERSION = 1;

export type SignalOrigin = {
  readonly setupId: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly source: PriceSource;
};

/** A stored signal, as sealed. Times are epoch milliseconds, but those of candles: epoch seconds. */
export type SignalBody = ReturnType<typeof toSignalBody>;

/** Everything a signal is and was decided by: what gets sealed. */
export function toSignalBody(signal: Signal, origin: SignalOrigin) {
  const { zone } = signal;
  return {
    rule_version: RULE_VERSION,
    setup_id: origin.setupId,
    asset: origin.asset,
    timeframe: origin.timeframe,
    source: origin.source,
    direction: signal.direction,
    entry_point: signal.entryPoint,
    entry_time_ms: signal.entryTime as number,
    entry_price: signal.entryPrice as number,
    expiration_ms: signal.expirationTime as number,
    confidence: signal.confidence,
    pattern: signal.pattern,
    filter_results: signal.filterResults.map(toFilterResult),
    zone: {
      kind: zone.kind,
      created_at: zone.createdAt,
      extreme: zone.extreme,
      zona_fina: zoneBand(zone, 'zona_fina'),
      zona_ancha: zoneBand(zone, 'zona_ancha'),
      breaking_type: zone.breakingType,
    },
    sequence: toSequenceBody(zone.sequence),
  } satisfies Json;
}

const toFilterResult = ({ filter, passed, value, limit }: FilterResult) => ({ filter, passed, value, limit });

const toSequenceBody = (sequence: Sequence) => ({
  color: sequence.color,
  length: sequence.length,
  start_time: sequence.startTime,
  end_time: sequence.endTime,
  breaking_time: sequence.breakingCandle.time,
});

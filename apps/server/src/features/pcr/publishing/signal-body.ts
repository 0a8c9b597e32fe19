import type { Candle } from '@vigia/core/candles';
import { type Json } from '@vigia/core/kernel';
import {
  type FilterResult,
  type MeasuredCriterion,
  measuredCriteria,
  type Patterns,
  type Sequence,
  type Signal,
  zoneBand,
} from '@vigia/core/pcr';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { sealedTicks } from '../../signals/index.ts';

/**
 * Version of the detector's rules and of the body's shape. It increases when either changes, so that an old signal is
 * checked by the rules that produced it. Bodies of version 1 lack the setup's version, the payout and the inputs. Those
 * of versions 1 and 2 lack the criteria.
 */
export const RULE_VERSION = 3;

export type SignalOrigin = {
  readonly setupId: string;
  readonly setupVersion: number;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly source: PriceSource;
  /** Thresholds of the setup's version, with which the signal's sequence was judged. */
  readonly patterns: Patterns;
};

/**
 * Inputs of the decision other than the price zone: the last closed candle, the ATR at that candle, and the payout. The
 * ATR is null while it is undefined.
 */
export type SignalInputs = {
  readonly candle: Candle;
  readonly atr: number | null;
  /** Duration of the setup's trades. The body contains it only if it is in ticks. */
  readonly length: TradeLength;
  /**
   * Payout of the asset for the signal's expiry as a fraction; null if the price source did not offer this duration.
   */
  readonly payout: number | null;
};

type Body = ReturnType<typeof toSignalBody>;
type AddedLater = 'setup_version' | 'payout' | 'inputs' | 'criteria';

/** Body of a stored signal as it was hashed. Candle times are epoch seconds; all other times are epoch milliseconds. */
export type SignalBody = Omit<Body, AddedLater> & Partial<Pick<Body, AddedLater>>;

/**
 * Builds the body to hash from the signal and all inputs of its decision. The keys of the body are sorted, so that it
 * can be serialized for the hash without sorting.
 */
export function toSignalBody(signal: Signal, origin: SignalOrigin, { candle, atr, payout, length }: SignalInputs) {
  const { zone } = signal;
  return {
    asset: origin.asset,
    confidence: signal.confidence,
    criteria: measuredCriteria(zone.sequence, origin.patterns).map(toCriterionBody),
    direction: signal.direction,
    entry_point: signal.entryPoint,
    entry_price: signal.entryPrice as number,
    entry_time_ms: signal.entryTime as number,
    expiration_ms: signal.expirationTime as number,
    ...sealedTicks(length),
    filter_results: signal.filterResults.map(toFilterResult),
    inputs: { atr, candle: toCandleBody(candle) },
    pattern: signal.pattern,
    payout,
    rule_version: RULE_VERSION,
    sequence: toSequenceBody(zone.sequence),
    setup_id: origin.setupId,
    setup_version: origin.setupVersion,
    source: origin.source,
    timeframe: origin.timeframe,
    zone: {
      breaking_type: zone.breakingType,
      created_at: zone.createdAt,
      extreme: zone.extreme,
      kind: zone.kind,
      zona_ancha: toBandBody(zoneBand(zone, 'zona_ancha')),
      zona_fina: toBandBody(zoneBand(zone, 'zona_fina')),
    },
  } satisfies Json;
}

const toFilterResult = ({ filter, limit, passed, value }: FilterResult) => ({ filter, limit, passed, value });

const toCriterionBody = ({ criterion, held, limit, value }: MeasuredCriterion) => ({ criterion, held, limit, value });

const toCandleBody = ({ close, high, low, open, time }: Candle) => ({ close, high, low, open, time });

const toBandBody = ({ high, low }: ReturnType<typeof zoneBand>) => ({ high, low });

const toSequenceBody = (sequence: Sequence) => ({
  breaking_time: sequence.breakingCandle.time,
  color: sequence.color,
  end_time: sequence.endTime,
  length: sequence.length,
  start_time: sequence.startTime,
});

import {
  ACCOUNT_KINDS,
  CANDLE_TYPES,
  CRITERIA,
  DIRECTIONS,
  ENTRY_POINTS,
  FILTER_NAMES,
  RUN_COLORS,
  SIGNAL_OUTCOMES,
  TIMEFRAMES,
  TRIGGERS,
  ZONE_KINDS,
  ZONE_STATES,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, CurrencyCode, Fraction, Instant, Money, PriceSourceId } from './common.ts';
import { EntryDelayView } from './entry-delay.ts';
import { STATED_EXPIRY } from './lengths.ts';
import { SignalDecisionView } from './signal-decision.ts';
import { LiveCardView } from './trading.ts';

/** One setup of `GET /api/pcr/setups`, in the shape of docs/spec/pcr.md §8, with its results so far. */
export const PcrSetupView = z.object({
  id: z.uuid(),
  name: z.string(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /** Price source of the setup. */
  price_source: PriceSourceId,
  is_active: z.boolean(),
  auto_trade: z.boolean(),
  /** Broker at which the setup trades; `mock` is the paper account. */
  account_broker: BrokerIdOrMock,
  /** Kind of the account on which it trades; `real` only through the graduation gate. */
  account_kind: z.enum(ACCOUNT_KINDS),
  is_demo: z.boolean(),
  /** Version of the setup's rules; it grows with every change. Each signal names the version of its rules. */
  version: z.number().int(),
  total_signals: z.number().int(),
  signals_today: z.number().int(),
  win_rate: Fraction.nullable(),
  /** Win rate of the setup's signals, traded or not, at the payouts at the time of publication. */
  card: LiveCardView,
  /** Profit of the setup's trades on its account, in `currency`; null if it has never traded there. */
  profit: Money.nullable(),
  currency: CurrencyCode,
  entry_delay: EntryDelayView.nullable(),
  patterns: z.record(z.string(), z.unknown()),
  filters: z.array(z.record(z.string(), z.unknown())),
  candleTypes: z.object({ types: z.array(z.enum([...CANDLE_TYPES, 'any'])) }),
  entryPoints: z.array(z.enum(ENTRY_POINTS)),
  trigger: z.enum(TRIGGERS),
  ...STATED_EXPIRY,
  riskControl: z.record(z.string(), z.unknown()),
  moneyManagement: z.record(z.string(), z.unknown()),
  created_at: Instant,
  updated_at: Instant,
});
export type PcrSetupView = z.infer<typeof PcrSetupView>;

/** Measured value of one filter, and whether the signal passed the filter; an undefined value is null. */
export const FilterResultView = z.object({
  filter: z.enum(FILTER_NAMES),
  passed: z.boolean(),
  value: z.unknown(),
  limit: z.unknown(),
});

/** One criterion of a sequence: the measured value and its limit. */
export const CriterionView = z.object({
  criterion: z.enum(CRITERIA),
  held: z.boolean(),
  value: z.number(),
  /** A number, or [min, max] for the length; null if it needs an undefined ATR. */
  limit: z.unknown(),
});
export type CriterionView = z.infer<typeof CriterionView>;

const Band = z.object({ low: z.number(), high: z.number() });

/** A published signal. Only `status`, `settle_price` and `current_price` ever change. */
export const PcrSignalView = z.object({
  id: z.uuid(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /** Price source of the signal. */
  source: PriceSourceId,
  direction: z.enum(DIRECTIONS),
  setup_id: z.uuid(),
  setup_name: z.string(),
  sequence_id: z.string(),
  entry_point: z.enum(ENTRY_POINTS),
  entry_price: z.number(),
  current_price: z.number().nullable(),
  entry_time: Instant,
  timestamp: Instant,
  expiration_time: Instant,
  ...STATED_EXPIRY,
  pattern: z.string(),
  /** The run of candles that created the price zone. */
  sequence: z.object({ color: z.enum(RUN_COLORS), length: z.number().int(), start_time: Instant, end_time: Instant }),
  /** The price zone whose level the price touched. */
  zone: z.object({ kind: z.enum(ZONE_KINDS), zona_fina: Band, zona_ancha: Band }),
  filter_results: z.array(FilterResultView),
  /**
   * The five criteria of the sequence, as the hashed body of the signal contains them; empty for signals that were
   * published before the hashed body contained criteria.
   */
  criteria: z.array(CriterionView),
  confidence: Fraction,
  /** The break-even rate of the payout at publication. Every screen that shows `confidence` must show it too. */
  break_even: Fraction.nullable(),
  status: z.enum(SIGNAL_OUTCOMES),
  settle_price: z.number().nullable(),
  /** Index of the signal in its setup's hash chain. */
  seq: z.number().int(),
  hash: z.string(),
  /** The trade that the setup placed on this signal; null if it placed none. */
  trade_id: z.uuid().nullable(),
  /** Decision about an automatic order; null until the decision is made, and if no automation trades the signal. */
  decision: SignalDecisionView.nullable(),
});
export type PcrSignalView = z.infer<typeof PcrSignalView>;

/** Response of `GET /api/pcr/signals`: the newest signals first, at most 100 in all. */
export const PcrSignals = z.object({
  signals: z.array(PcrSignalView),
  signals_by_setup: z.record(z.uuid(), z.array(PcrSignalView)),
});

/** The price zone that a valid sequence created; `ended_at` is null while the zone is live. */
export const PcrZoneView = z.object({
  kind: z.enum(ZONE_KINDS),
  direction: z.enum(DIRECTIONS),
  state: z.enum(ZONE_STATES),
  created_at: Instant,
  ended_at: Instant.nullable(),
  zona_fina: Band,
  zona_ancha: Band,
  punto_optimo: z.number(),
  zona_fina_fifty: z.number(),
  zona_ancha_fifty: z.number(),
  punto_optimo_fifty: z.number(),
});
export type PcrZoneView = z.infer<typeof PcrZoneView>;

/** One row of `GET /api/pcr/sequences/summary`. */
export const PcrSequenceView = z.object({
  id: z.string(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  setup_id: z.uuid(),
  color: z.enum(RUN_COLORS),
  length: z.number().int(),
  strong_candles: z.number().int(),
  start_time: Instant,
  end_time: Instant,
  price_range: Band,
  validation_results: z.record(z.enum(CRITERIA), z.boolean()),
  is_valid: z.boolean(),
  breaking_candle: z.object({
    time: z.number().int(),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
  }),
  zone: PcrZoneView.nullable(),
});
export type PcrSequenceView = z.infer<typeof PcrSequenceView>;

export const PcrSequencesQuery = z.object({ asset: AssetSymbol.optional() });

/** Response of `GET /api/pcr/health`. */
export const PcrHealth = z.object({
  status: z.enum(['ok', 'degraded']),
  uptime_seconds: z.number(),
  streams: z.number().int(),
  last_candle_at: Instant.nullable(),
});

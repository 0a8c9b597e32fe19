import { AUTOMATION_KINDS, DIRECTIONS, ENTRY_POINTS, RUN_COLORS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, CurrencyCode, Fraction, Instant, Money, Purse } from './common.ts';
import { CriterionView, FilterResultView, PcrSequenceView } from './pcr.ts';
import { LiveCardView, WinRateCardView } from './trading.ts';

/**
 * Response of `GET /api/pcr/dashboard`: nine figures about the user's own setups. Days are those of the user's time
 * zone.
 */
export const PcrDashboard = z.object({
  active_setups: z.number().int(),
  /** Number of active setups whose market is live now. */
  setups_running: z.number().int(),
  signals_today: z.number().int(),
  sequences_detected: z.number().int(),
  zones_created: z.number().int(),
  zones_invalidated: z.number().int(),
  /** Win rate of all decided signals; `card` has its sample size. */
  success_rate: Fraction.nullable(),
  /** Result of today's trades of the user's setups in the kind of money and currency of `purse`. */
  today_profit: Money,
  purse: Purse,
  best_setup: z
    .object({
      id: z.uuid(),
      name: z.string(),
      win_rate: Fraction,
      decided: z.number().int(),
      /** Interval of the win rate, which stays valid if it is read after every trade; null if its payout is unknown. */
      interval: z.object({ low: Fraction, high: Fraction }).nullable(),
    })
    .nullable(),
  /** All signals together. Interval and verdict are null: each setup has its own. */
  card: WinRateCardView,
});
export type PcrDashboard = z.infer<typeof PcrDashboard>;

/** Response of `GET /api/pcr/setup/{id}/statistics`. */
export const PcrSetupStatistics = z.object({
  setup_id: z.uuid(),
  total_signals: z.number().int(),
  signals_today: z.number().int(),
  pending: z.number().int(),
  voided: z.number().int(),
  card: LiveCardView,
  /** Number of trades that the setup placed automatically. */
  trades: z.number().int(),
  profit: Money.nullable(),
  profit_today: Money,
  /** Currency of the account on which the setup trades. Trades and profits are counted on this account only. */
  currency: CurrencyCode,
  longest_losing_streak: z.number().int(),
  sequences_detected: z.number().int(),
  valid_sequences: z.number().int(),
  zones_created: z.number().int(),
  zones_live: z.number().int(),
  zones_invalidated: z.number().int(),
  last_signal_at: Instant.nullable(),
});
export type PcrSetupStatistics = z.infer<typeof PcrSetupStatistics>;

/**
 * A rejected candidate in the response of `GET /api/pcr/setup/{id}/rejections` and `…/strategies/{id}/rejections`
 * (newest first, at most 50). `stage` is the part that rejected it: the door of signals from outside, a gate of the
 * detector, the data (stale, backfilled), or the order path.
 */
export const RejectionView = z.object({
  id: z.string(),
  at: Instant,
  automation: z.enum(AUTOMATION_KINDS),
  direction: z.enum(DIRECTIONS),
  stage: z.enum(['door', 'gate', 'data', 'order']),
  /**
   * Code of the reason: a check of the detector (late, filters, conflict, one_a_candle), bad data (backfilled, stale),
   * or an order error. An order error is the error code of the refused order, such as `late_order`.
   */
  reason: z.string(),
  /** The reason as a Spanish sentence. */
  message: z.string(),
  value: z.unknown(),
  limit: z.unknown(),
  entry_point: z.enum(ENTRY_POINTS).nullable(),
  filter_results: z.array(FilterResultView),
});
export type RejectionView = z.infer<typeof RejectionView>;

const DebugCandle = z.object({
  time: z.number().int(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  color: z.enum([...RUN_COLORS, 'neutral']),
  strong: z.boolean(),
});

export const PcrDebugQuery = z.object({ setup: z.uuid(), after: z.coerce.number().int().min(0).default(0) });

/** Response of `GET /api/pcr/debug?setup=…&after=…`: the current state of the detector engine. */
export const PcrDebug = z.object({
  setup_id: z.uuid(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /**
   * Number of setups that share this evaluation, because their assets, timeframes and sequence parameters are equal.
   */
  shared_by: z.number().int(),
  feed: z.object({
    state: z.enum(['live', 'stale', 'frozen', 'ahead', 'skewed', 'closed']),
    age_ms: z.number().nullable(),
    message: z.string(),
  }),
  engine: z.object({
    streams: z.number().int(),
    setups: z.number().int(),
    last_candle_at: Instant.nullable(),
    /**
     * Milliseconds from the close of a candle until its signals reach the signal journal, over the last 256 candles;
     * null without candles.
     */
    evaluation_ms: z.object({ p50: z.number(), p99: z.number(), max: z.number() }).nullable(),
    journal_waiting: z.number().int(),
    restored_from: z.enum(['snapshot', 'history']),
  }),
  atr: z.number().nullable(),
  run: z.object({ color: z.enum(RUN_COLORS), length: z.number().int(), candles: z.array(DebugCandle) }).nullable(),
  /** The latest sequences, newest first, with the value and the limit of each criterion. */
  sequences: z.array(PcrSequenceView.extend({ criteria: z.array(CriterionView) })),
  live_zones: z.array(
    z.object({
      created_at: Instant,
      age_candles: z.number().int(),
      signals: z.number().int(),
      sequence_id: z.string(),
    }),
  ),
  /** Raw events with a sequence number above `after`, oldest first, at most 200. */
  events: z.array(
    z.object({ number: z.number().int(), at: Instant, kind: z.string(), detail: z.record(z.string(), z.unknown()) }),
  ),
  last_event: z.number().int(),
});
export type PcrDebug = z.infer<typeof PcrDebug>;

/**
 * Response of `GET /api/pcr/ladder`: the cost of a martingale ladder. Users see it before they switch the ladder on.
 */
export const LadderView = z.object({
  /** Currency of the amounts: that of the account on which the ladder would run. */
  currency: CurrencyCode,
  stakes: z.array(Money),
  total_at_risk: Money,
  /** The chance of losing the whole ladder, at the break-even rate. */
  ruin_at_break_even: Fraction,
  ruin_at_half: Fraction,
  /** The chance of losing at least one of 100 ladders, at the break-even rate. */
  ruin_in_100: Fraction,
  /** The reason why the ladder is refused; null if it is accepted. */
  refusal: z.string().nullable(),
});
export type LadderView = z.infer<typeof LadderView>;

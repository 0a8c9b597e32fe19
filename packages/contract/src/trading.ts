import {
  ACCOUNT_KINDS,
  DIRECTIONS,
  EXECUTIONS,
  LIMITS,
  TRADE_ORIGINS,
  TRADE_STATUSES,
  TRADING_MODES,
  VERDICTS,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import {
  AssetSymbol,
  BrokerIdOrMock,
  CurrencyCode,
  Fraction,
  Instant,
  Money,
  PriceSourceId,
  Purse,
  RequestInstant,
} from './common.ts';
import { PERIOD_FAULT_ES } from './errors/messages.es.ts';
import * as EXAMPLES from './examples/trading.ts';
import { hasExactlyOneLength, LENGTH_FAULT, REQUEST_LENGTH_FIELDS, RESPONSE_LENGTH_FIELDS } from './lengths.ts';
import { TradeTag } from './trade-tag.ts';

/** The fields of an order. */
export const ORDER_FIELDS = z.strictObject({
  asset_symbol: AssetSymbol,
  option_type: z.enum(DIRECTIONS),
  amount: z.number(),
  ...REQUEST_LENGTH_FIELDS,
  shown_payout: Fraction.optional(),
  valid_until: RequestInstant.meta({ examples: [EXAMPLES.CREATE_OPTION.valid_until] }).optional(),
  mode: z.enum(TRADING_MODES).optional(),
  account_id: z.uuid().optional(),
});

/**
 * Body of `POST /api/v1/trading/create-option`. The duration is in exactly one field: `duration` in minutes,
 * `duration_seconds` or `duration_ticks`. `shown_payout` is the payout that the ticket showed at the click.
 * `valid_until` is an instant in UTC or with an offset; after it the order opens no trade, but a repeated request with
 * the same idempotency key still returns the result. `mode` is the mode that the ticket showed; if another mode is in
 * force, the order opens no trade. Without `mode`, the order uses the current mode. `account_id` is the id of the
 * account that the ticket showed; if another account is in use, the order opens no trade.
 */
export const CreateOption = ORDER_FIELDS.refine(hasExactlyOneLength, LENGTH_FAULT).meta({
  examples: [EXAMPLES.CREATE_OPTION, EXAMPLES.CREATE_SHORT_OPTION],
});
export type CreateOption = z.infer<typeof CreateOption>;

/** The price and the tick that decided a trade. They are stored permanently. */
export const SettlementView = z.object({
  price: z.number().nullable(),
  /**
   * Time of the deciding tick; for a trade at a broker, the time that the broker states for the price, null if it
   * states none.
   */
  tick_time: Instant.nullable(),
  source: PriceSourceId,
  settled_at: Instant,
  reason: z.string().nullable(),
  /** Time of the last correction; null without one. The trade's events contain the result before the correction. */
  corrected_at: Instant.nullable(),
});

/**
 * A timed trade. `profit` is null while the trade is active. `payout` is fixed at acceptance; it is null until a broker
 * states it, and stays null if the broker never does.
 */
export const Option = z
  .object({
    id: z.uuid(),
    asset_symbol: AssetSymbol,
    option_type: z.enum(DIRECTIONS),
    amount: Money,
    payout: Fraction.nullable(),
    ...RESPONSE_LENGTH_FIELDS,
    /**
     * Number of passed ticks of a trade with a duration in ticks; null for other trades, and if the broker has not
     * stated it.
     */
    ticks_passed: z.number().int().nullable().default(null),
    entry_price: z.number().nullable(),
    entry_time: Instant,
    /**
     * Time of the tick of the entry price. On paper it is always after `entry_time`, and null until that tick comes. At
     * a broker it is the time that the broker states for the price, null if it states none.
     */
    entry_tick_time: Instant.nullable(),
    /**
     * Expiry of the trade. For a trade with a duration in ticks it is an estimate until its last tick is known.
     * Afterwards it is the time of that tick.
     */
    expiry_time: Instant,
    status: z.enum(TRADE_STATUSES),
    execution: z.enum(EXECUTIONS),
    broker: BrokerIdOrMock,
    account: z.enum(ACCOUNT_KINDS),
    /** Currency of `amount` and `profit`. */
    currency: CurrencyCode,
    /** Mode of the order; null if the order named its broker and therefore did not depend on the mode. */
    mode: z.enum(TRADING_MODES).nullable(),
    origin: z.enum(TRADE_ORIGINS),
    source: PriceSourceId,
    profit: Money.nullable(),
    settlement: SettlementView.nullable(),
  })
  .meta({ examples: EXAMPLES.OPTIONS });
export type Option = z.infer<typeof Option>;

const TRADE_FILTER = z.object({
  symbol: AssetSymbol.optional(),
  direction: z.enum(DIRECTIONS).optional(),
  result: z.enum(['won', 'lost', 'expired', 'cancelled']).optional(),
  account: z.enum(ACCOUNT_KINDS).optional(),
  currency: CurrencyCode.optional(),
  mode: z.enum(TRADING_MODES).optional(),
  origin: z.enum(TRADE_ORIGINS).optional(),
  tag: TradeTag.optional(),
  from: RequestInstant.optional(),
  to: RequestInstant.optional(),
});

const beginsBeforeItEnds = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);
const PERIOD_FAULT = { path: ['from'], message: PERIOD_FAULT_ES };

/**
 * Filter of ended trades. If a field is absent, it excludes no trade. `from` and `to` (exclusive) bound the settlement
 * time.
 */
export const TradeFilter = TRADE_FILTER.refine(beginsBeforeItEnds, PERIOD_FAULT);
export type TradeFilter = z.infer<typeof TradeFilter>;

/**
 * Query of `GET /api/v1/trading/history`. `before` is the id of a trade: the page continues with trades that ended
 * before it.
 */
export const HistoryQuery = TRADE_FILTER.extend({
  limit: z.coerce.number().int().min(1).max(LIMITS.historyMaxLimit).default(LIMITS.historyDefaultLimit),
  before: z
    .uuid()
    .meta({ examples: [EXAMPLES.TRADE_ID] })
    .optional(),
}).refine(beginsBeforeItEnds, PERIOD_FAULT);
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/**
 * Response of `GET /api/v1/trading/history.csv`: every trade that matches the filter. The server streams the file row
 * by row, so the schema does not validate the file.
 */
export const HistoryCsv = z.unknown().meta({ type: 'string', examples: [EXAMPLES.HISTORY_CSV] });

export const OptionParams = z.object({ id: z.uuid().meta({ examples: [EXAMPLES.TRADE_ID] }) });

/** An event of a trade, of `GET /api/v1/trading/option/{id}/events`. The events are in order and never change. */
export const TradeEventView = z
  .object({
    seq: z.number().int(),
    at: Instant,
    kind: z.string(),
    /** Currency of the amounts in `detail`. */
    currency: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ examples: [EXAMPLES.TRADE_EVENT] });
export type TradeEventView = z.infer<typeof TradeEventView>;

/** A win rate with the figures that must be shown with it; ties are not part of `decided`. */
export const WinRateCardView = z.object({
  won: z.number().int(),
  lost: z.number().int(),
  tied: z.number().int(),
  decided: z.number().int(),
  rate: Fraction.nullable(),
  interval: z.object({ low: Fraction, high: Fraction }).nullable(),
  break_even: Fraction.nullable(),
  verdict: z.enum(VERDICTS).nullable(),
});
export type WinRateCardView = z.infer<typeof WinRateCardView>;

/**
 * Evidence of trades that their user watches (docs/spec/statistics.md §8). `above` is what a bettor would have today
 * who started with 1 and bet on an edge, `below` one who bet against it.
 */
export const EvidenceView = z.object({
  /** Number of decided trades that are bets: those that do not overlap an earlier bet. */
  bets: z.number().int(),
  above: z.number(),
  below: z.number(),
  /** Capital from which each side is decided, corrected for the number of cards. */
  decided_from: z.object({ above: z.number(), below: z.number() }),
  /** Number of cards that the user sees side by side. */
  cards: z.number().int(),
});
export type EvidenceView = z.infer<typeof EvidenceView>;

/**
 * A win rate of live trades: interval and verdict stay valid if they are read after every trade. `evidence` is null if
 * the trades were selected by a filter; then there is no verdict, and the interval is valid for one reading only.
 */
export const LiveCardView = WinRateCardView.extend({ evidence: EvidenceView.nullable() });
export type LiveCardView = z.infer<typeof LiveCardView>;

/**
 * Query that selects a purse (kind of money and currency). Absent fields have the values of the account of the user's
 * mode.
 */
export const PurseQuery = z.object({ account: z.enum(ACCOUNT_KINDS).optional(), currency: CurrencyCode.optional() });
export type PurseQuery = z.infer<typeof PurseQuery>;

/**
 * Response of `GET /api/v1/trading/stats`: figures of one kind of money and currency. Days are counted in the user's
 * time zone, and the win-rate card covers all trades.
 */
export const TradingStats = z
  .object({
    purse: Purse,
    total_trades_today: z.number().int(),
    win_rate: Fraction.nullable(),
    total_profit_loss: Money,
    active_options: z.number().int(),
    max_concurrent_trades: z.number().int().nullable(),
    at_stake: Money,
    profit_today: Money,
    today: z.object({ won: z.number().int(), lost: z.number().int(), tied: z.number().int() }),
    equity_today: z.array(Money),
    card: LiveCardView,
  })
  .meta({ examples: [EXAMPLES.STATS] });
export type TradingStats = z.infer<typeof TradingStats>;

/** Response of `GET /api/v1/trading/health`. */
export const TradingHealth = z
  .object({
    status: z.enum(['ok', 'degraded']),
    open_trades: z.number().int(),
    overdue_trades: z.number().int(),
    settlement_lag_ms: z.number().nullable(),
  })
  .meta({ examples: [EXAMPLES.HEALTH] });

/**
 * Results of the trades of one group: an asset, an hour of the day (0–23) or a weekday (1 = Monday … 7). Hours and
 * weekdays are in the user's time zone.
 */
export const PerformanceGroup = z.object({
  key: z.string(),
  trades: z.number().int(),
  profit: Money,
  card: WinRateCardView,
});
export type PerformanceGroup = z.infer<typeof PerformanceGroup>;

/** A point of the equity curve: the running total after the trade that settled at `at`. */
export const EquityPoint = z.object({ at: Instant, total: Money });

/**
 * Response of `GET /api/v1/trading/performance`: totals of the ended trades that match the filter, in one kind of money
 * and currency.
 */
export const TradingPerformance = z
  .object({
    purse: Purse,
    /** All purses (kind of money and currency) of the user. A client can request the figures of each purse. */
    purses: z.array(Purse),
    trades: z.number().int(),
    voided: z.number().int(),
    card: LiveCardView,
    profit: Money,
    staked: Money,
    /** Mean profit of a trade; null without trades. */
    expectancy: Money.nullable(),
    /** Money won per unit lost; null without a loss. */
    profit_factor: z.number().nullable(),
    longest_winning_streak: z.number().int(),
    longest_losing_streak: z.number().int(),
    /** Number of the latest decided trades in a row with the same result; null without decided trades. */
    current_streak: z.object({ result: z.enum(['won', 'lost']), trades: z.number().int() }).nullable(),
    /** Largest fall of the running total below an earlier peak. */
    max_drawdown: Money,
    /** Running total over time, at most 300 points; the first and the last trade are among them. */
    equity: z.array(EquityPoint),
    by_asset: z.array(PerformanceGroup),
    by_hour: z.array(PerformanceGroup),
    by_weekday: z.array(PerformanceGroup),
  })
  .meta({ examples: [EXAMPLES.PERFORMANCE] });
export type TradingPerformance = z.infer<typeof TradingPerformance>;

/** Body of `POST /api/v1/trading/mock/reset`: `balance` is the new free money; open trades keep their stakes. */
export const MockReset = z
  .strictObject({ balance: z.number().optional() })
  .meta({ examples: [EXAMPLES.MOCK_RESET, {}] });
export type MockReset = z.infer<typeof MockReset>;

import {
  ACCOUNT_KINDS,
  DIRECTIONS,
  EXECUTIONS,
  LIMITS,
  PRICE_SOURCES,
  TRADE_ORIGINS,
  TRADE_STATUSES,
  TRADING_MODES,
  VENUES,
  VERDICTS,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, Fraction, Instant, Money } from './common.ts';

/** `POST /api/v1/trading/create-option`; `duration` in minutes, `shown_payout` what the ticket showed at the click. */
export const CreateOption = z.strictObject({
  asset_symbol: AssetSymbol,
  option_type: z.enum(DIRECTIONS),
  amount: z.number(),
  duration: z.number().int().min(LIMITS.durationMinMinutes).max(LIMITS.durationMaxMinutes),
  shown_payout: Fraction.optional(),
});
export type CreateOption = z.infer<typeof CreateOption>;

/** The price and tick a trade was decided by; kept for good. */
export const SettlementView = z.object({
  price: z.number().nullable(),
  tick_time: Instant.nullable(),
  source: z.enum(PRICE_SOURCES),
  settled_at: Instant,
  reason: z.string().nullable(),
});

/** A timed trade. `profit` is null while it is active; `payout` was fixed at acceptance. */
export const Option = z.object({
  id: z.uuid(),
  asset_symbol: AssetSymbol,
  option_type: z.enum(DIRECTIONS),
  amount: Money,
  payout: Fraction,
  duration: z.number().int(),
  entry_price: z.number().nullable(),
  entry_time: Instant,
  expiry_time: Instant,
  status: z.enum(TRADE_STATUSES),
  execution: z.enum(EXECUTIONS),
  broker: z.enum(VENUES),
  account: z.enum(ACCOUNT_KINDS),
  mode: z.enum(TRADING_MODES),
  origin: z.enum(TRADE_ORIGINS),
  source: z.enum(PRICE_SOURCES),
  profit: Money.nullable(),
  settlement: SettlementView.nullable(),
});
export type Option = z.infer<typeof Option>;

export const HistoryQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.historyMaxLimit).default(LIMITS.historyDefaultLimit),
});

export const OptionParams = z.object({ id: z.uuid() });

/** A win rate with everything it needs to mean something; ties are left out of `decided`. */
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

/** `GET /api/v1/trading/stats`; the day is the user's own, the card covers the last 30 days. */
export const TradingStats = z.object({
  total_trades_today: z.number().int(),
  win_rate: Fraction.nullable(),
  total_profit_loss: Money,
  active_options: z.number().int(),
  max_concurrent_trades: z.number().int().nullable(),
  at_stake: Money,
  profit_today: Money,
  today: z.object({ won: z.number().int(), lost: z.number().int(), tied: z.number().int() }),
  equity_today: z.array(Money),
  card: WinRateCardView,
});
export type TradingStats = z.infer<typeof TradingStats>;

/** `GET /api/v1/trading/health` */
export const TradingHealth = z.object({
  status: z.enum(['ok', 'degraded']),
  open_trades: z.number().int(),
  overdue_trades: z.number().int(),
  settlement_lag_ms: z.number().nullable(),
});

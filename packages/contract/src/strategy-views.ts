import { STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import { ACCOUNT_KINDS, DIRECTIONS, SIGNAL_OUTCOMES, STRATEGY_STATUSES, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, CurrencyCode, Fraction, Instant, Money, PriceSourceId } from './common.ts';
import { EntryDelayView } from './entry-delay.ts';
import { GatesView } from './gates.ts';
import { STATED_EXPIRY } from './lengths.ts';
import { OwnLimitsView } from './own-limits.ts';
import { ConditionView, RuleSideView } from './own-rules.ts';
import { SignalDecisionView } from './signal-decision.ts';
import { StakePlanView } from './stake-plan.ts';
import { LiveCardView } from './trading.ts';

export const StrategyView = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(STRATEGY_TYPES),
  status: z.enum(STRATEGY_STATUSES),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /** Price source of the strategy. */
  price_source: PriceSourceId,
  auto_trade: z.boolean(),
  /** Broker at which the strategy trades; `mock` is the paper account. */
  account_broker: BrokerIdOrMock,
  /** Kind of the account on which it trades; `real` only through the graduation gate. */
  account_kind: z.enum(ACCOUNT_KINDS),
  /** Currency of the account on which the strategy trades. The amounts of `performance` are in this currency. */
  currency: CurrencyCode,
  version: z.number().int(),
  /** The parameters of the strategy's rules. Two of the three fields of the duration are null. */
  parameters: z.record(
    z.string(),
    z.union([z.number(), z.string(), z.null(), RuleSideView, GatesView, OwnLimitsView, StakePlanView]),
  ),
  /** Performance of the trades that the strategy placed automatically on its account. */
  performance: z.object({
    total_trades: z.number().int(),
    win_rate: Fraction.nullable(),
    profit_loss: Money.nullable(),
    created_at: Instant,
    last_trade_at: Instant.nullable(),
    card: LiveCardView,
    /** Running result of the last trades, at most 60 points, for the sparkline. */
    equity: z.array(Money),
  }),
  /** Results of the strategy's signals, traded or not. */
  signals: z.object({
    total: z.number().int(),
    today: z.number().int(),
    card: LiveCardView,
    last_signal_at: Instant.nullable(),
  }),
  entry_delay: EntryDelayView.nullable(),
  payout: Fraction.nullable(),
  updated_at: Instant,
});
export type StrategyView = z.infer<typeof StrategyView>;

/** One row of `GET /api/v1/strategies/{id}/signals` (newest first, at most 100); also published over the stream. */
export const StrategySignalView = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  asset: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  /** Whether a sender outside Vigía sent the signal. */
  is_external: z.boolean(),
  direction: z.enum(DIRECTIONS),
  entry_price: z.number(),
  entry_time: Instant,
  expiration_time: Instant,
  ...STATED_EXPIRY,
  status: z.enum(SIGNAL_OUTCOMES),
  settle_price: z.number().nullable(),
  seq: z.number().int(),
  hash: z.string(),
  trade_id: z.uuid().nullable(),
  /** Decision about an automatic order; null until the decision is made, and if no automation trades the signal. */
  decision: SignalDecisionView.nullable(),
  /** Payout of a win at the entry as a fraction; 0 if no such option contract was offered. */
  payout: Fraction,
  /**
   * Each condition at the signal's candle with the values of its operands (null while undefined), as the hashed body of
   * the signal contains them. Empty for signals that were published before the hashed body contained conditions.
   */
  criteria: z.array(
    z.object({ condition: ConditionView, is_met: z.boolean(), values: z.array(z.number().nullable()) }),
  ),
});
export type StrategySignalView = z.infer<typeof StrategySignalView>;

import type { EpochMs, MinorUnits } from '#kernel/index.ts';

/** The reason why an order is refused, with the values that the message to the user needs. */
export type RiskRefused =
  | { readonly code: 'amount_below_minimum'; readonly details: { readonly minStakeMinor: MinorUnits } }
  | { readonly code: 'amount_above_maximum'; readonly details: { readonly maxStakeMinor: MinorUnits } }
  | { readonly code: 'market_closed'; readonly details: null }
  | { readonly code: 'feed_stale'; readonly details: null }
  | {
      readonly code: 'too_many_active';
      readonly details: { readonly activeTrades: number; readonly maxConcurrentTrades: number };
    }
  | { readonly code: 'balance_too_low'; readonly details: { readonly cashMinor: MinorUnits } }
  | { readonly code: 'stake_limit'; readonly details: { readonly maxStakeMinor: MinorUnits } }
  | { readonly code: 'daily_loss_limit'; readonly details: LossDetails }
  | { readonly code: 'weekly_loss_limit'; readonly details: LossDetails }
  | {
      readonly code: 'daily_trade_limit';
      readonly details: { readonly dailyTradeLimit: number; readonly resetsAtMs: EpochMs };
    }
  | { readonly code: 'cool_down'; readonly details: { readonly losses: number; readonly untilMs: EpochMs } }
  | { readonly code: 'kill_switch'; readonly details: null }
  | { readonly code: 'reality_check_due'; readonly details: null };

/**
 * Details of a refusal by a loss limit. `worstMinor` is the loss of the period if all open trades and this order are
 * lost.
 */
type LossDetails = { readonly limitMinor: MinorUnits; readonly worstMinor: MinorUnits; readonly resetsAtMs: EpochMs };

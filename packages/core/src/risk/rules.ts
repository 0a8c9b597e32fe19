import { type MinorUnits, minorUnits } from '#kernel/index.ts';
import { coolDown } from './cool-down.ts';
import type { GuardedOrder, RiskFacts } from './order.ts';
import type { RiskRule } from './rule.ts';
import { isRealityCheckDue } from './trading-period.ts';

/**
 * Refuses real-money orders while the hourly reality check waits for the user's confirmation. For play money the check
 * is displayed but refuses no order.
 */
const realityCheck: RiskRule = (_order, { isRealMoney, tradingPeriod, nowMs }) =>
  isRealMoney && isRealityCheckDue(tradingPeriod, nowMs) ? { code: 'reality_check_due', details: null } : null;

/** Refuses a stake above the user's own maximum. */
const maxStake: RiskRule = ({ stakeMinor }, _facts, { maxStakeMinor }) =>
  maxStakeMinor !== null && stakeMinor > maxStakeMinor ? { code: 'stake_limit', details: { maxStakeMinor } } : null;

/** Refuses orders while the market is closed or its prices are stale. */
const marketLive: RiskRule = (_order, { market }) => {
  if (market === 'live') return null;
  return { code: market === 'closed' ? 'market_closed' : 'feed_stale', details: null };
};

/**
 * Returns the loss of the period if every open trade and this order are lost. Open trades count as lost, so that the
 * limit is never exceeded, not even by concurrent orders.
 */
const worstLoss = (profitMinor: MinorUnits, { atStakeMinor }: RiskFacts, { stakeMinor }: GuardedOrder): MinorUnits =>
  minorUnits(atStakeMinor + stakeMinor - profitMinor);

/** Refuses an order if the loss of the day could then exceed the user's limit. */
const dailyLoss: RiskRule = (order, facts, { dailyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitTodayMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'daily_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.dayEndsAtMs } }
    : null;
};

/** Refuses an order if the loss of the week could then exceed the user's limit. */
const weeklyLoss: RiskRule = (order, facts, { weeklyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitThisWeekMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'weekly_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.weekEndsAtMs } }
    : null;
};

/** Refuses automatic orders after the user clicked 'Detener todo' (stop everything). Manual orders still pass. */
const killSwitch: RiskRule = ({ origin }, _facts, limits) =>
  limits.killSwitch && origin !== 'manual' ? { code: 'kill_switch', details: null } : null;

/** Refuses an order if the day already has as many trades as the user allows. */
const dailyCount: RiskRule = (_order, { tradesToday, dayEndsAtMs }, { dailyTradeLimit }) =>
  dailyTradeLimit !== null && tradesToday >= dailyTradeLimit
    ? { code: 'daily_trade_limit', details: { dailyTradeLimit, resetsAtMs: dayEndsAtMs } }
    : null;

/** Refuses an order if the user already has the allowed number of open trades. */
const concurrentTrades: RiskRule = (_order, { activeTrades }, { maxConcurrentTrades }) =>
  maxConcurrentTrades !== null && activeTrades >= maxConcurrentTrades
    ? { code: 'too_many_active', details: { activeTrades, maxConcurrentTrades } }
    : null;

/** Refuses a stake above the account's free cash. */
const balance: RiskRule = ({ stakeMinor }, { cashMinor }) =>
  stakeMinor > cashMinor ? { code: 'balance_too_low', details: { cashMinor } } : null;

/** Refuses a stake outside the limits of the asset. */
const assetLimits: RiskRule = ({ stakeMinor }, { asset: { minStakeMinor, maxStakeMinor } }) => {
  if (stakeMinor < minStakeMinor) return { code: 'amount_below_minimum', details: { minStakeMinor } };
  return stakeMinor > maxStakeMinor ? { code: 'amount_above_maximum', details: { maxStakeMinor } } : null;
};

/** Rules in the order of docs/spec/trading.md §5. The user sees the first refusal. */
export const RISK_RULES: readonly RiskRule[] = [
  assetLimits,
  marketLive,
  concurrentTrades,
  balance,
  maxStake,
  dailyLoss,
  weeklyLoss,
  dailyCount,
  coolDown,
  killSwitch,
  realityCheck,
];

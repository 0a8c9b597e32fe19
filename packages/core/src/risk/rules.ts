import { type MinorUnits, minorUnits } from '#kernel/index.ts';
import { coolDown } from './cool-down.ts';
import type { GuardedOrder, RiskFacts } from './order.ts';
import type { RiskRule } from './rule.ts';
import { isRealityCheckDue } from './stretch.ts';

/** After an hour with real money new orders wait until the person has looked; play money is only shown the same. */
const realityCheck: RiskRule = (_order, { isRealMoney, stretch, nowMs }) =>
  isRealMoney && isRealityCheckDue(stretch, nowMs) ? { code: 'reality_check_due', details: null } : null;

/** The user's own ceiling for one trade. */
const maxStake: RiskRule = ({ stakeMinor }, _facts, { maxStakeMinor }) =>
  maxStakeMinor !== null && stakeMinor > maxStakeMinor ? { code: 'stake_limit', details: { maxStakeMinor } } : null;

/** The market is open and its prices are fresh: no order is placed from a stale feed. */
const marketLive: RiskRule = (_order, { market }) => {
  if (market === 'live') return null;
  return { code: market === 'closed' ? 'market_closed' : 'feed_stale', details: null };
};

/**
 * What the period would have lost if every open trade and this one were lost. Counting the open ones is what makes
 * the limit hold at every moment, also for orders placed side by side; limits on settled losses alone would not.
 */
const worstLoss = (profitMinor: MinorUnits, { atStakeMinor }: RiskFacts, { stakeMinor }: GuardedOrder): MinorUnits =>
  minorUnits(atStakeMinor + stakeMinor - profitMinor);

/** The day cannot lose more than the user allows, whatever the open trades do. */
const dailyLoss: RiskRule = (order, facts, { dailyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitTodayMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'daily_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.dayEndsAtMs } }
    : null;
};

/** The week cannot lose more than the user allows, whatever the open trades do. */
const weeklyLoss: RiskRule = (order, facts, { weeklyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitThisWeekMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'weekly_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.weekEndsAtMs } }
    : null;
};

/** 'Detener todo' stops everything that trades by itself; a person's own click still counts. */
const killSwitch: RiskRule = ({ origin }, _facts, limits) =>
  limits.killSwitch && origin !== 'manual' ? { code: 'kill_switch', details: null } : null;

/** No more trades a day than the user allows. */
const dailyCount: RiskRule = (_order, { tradesToday, dayEndsAtMs }, { dailyTradeLimit }) =>
  dailyTradeLimit !== null && tradesToday >= dailyTradeLimit
    ? { code: 'daily_trade_limit', details: { dailyTradeLimit, resetsAtMs: dayEndsAtMs } }
    : null;

/** No more trades at once than the user allows. */
const concurrentTrades: RiskRule = (_order, { activeTrades }, { maxConcurrentTrades }) =>
  maxConcurrentTrades !== null && activeTrades >= maxConcurrentTrades
    ? { code: 'too_many_active', details: { activeTrades, maxConcurrentTrades } }
    : null;

/** The account's free cash covers the stake. */
const balance: RiskRule = ({ stakeMinor }, { cashMinor }) =>
  stakeMinor > cashMinor ? { code: 'balance_too_low', details: { cashMinor } } : null;

/** The stake lies within what the asset's venue takes. */
const assetLimits: RiskRule = ({ stakeMinor }, { asset: { minStakeMinor, maxStakeMinor } }) => {
  if (stakeMinor < minStakeMinor) return { code: 'amount_below_minimum', details: { minStakeMinor } };
  return stakeMinor > maxStakeMinor ? { code: 'amount_above_maximum', details: { maxStakeMinor } } : null;
};

/** Rules in the order of docs/spec/trading.md §5. The user sees the refusal of the first rule that objects. */
export const RULES: readonly RiskRule[] = [
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

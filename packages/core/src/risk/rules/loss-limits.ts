import { type MinorUnits, minorUnits } from '#kernel/index.ts';
import type { GuardedOrder, RiskFacts } from '../order.ts';
import type { RiskRule } from '../rule.ts';

/**
 * What the period would have lost if every open trade and this one were lost. Counting the open ones is what makes
 * the limit hold at every moment, also for orders placed side by side; limits on settled losses alone would not.
 */
const worstLoss = (profitMinor: MinorUnits, { atStakeMinor }: RiskFacts, { stakeMinor }: GuardedOrder): MinorUnits =>
  minorUnits(atStakeMinor + stakeMinor - profitMinor);

/** The day cannot lose more than the user allows, whatever the open trades do. */
export const dailyLoss: RiskRule = (order, facts, { dailyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitTodayMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'daily_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.dayEndsAtMs } }
    : null;
};

/** The week cannot lose more than the user allows, whatever the open trades do. */
export const weeklyLoss: RiskRule = (order, facts, { weeklyLossLimitMinor: limitMinor }) => {
  const worstMinor = worstLoss(facts.profitThisWeekMinor, facts, order);
  return limitMinor !== null && worstMinor > limitMinor
    ? { code: 'weekly_loss_limit', details: { limitMinor, worstMinor, resetsAtMs: facts.weekEndsAtMs } }
    : null;
};

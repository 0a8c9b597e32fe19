import type { MoneyManagement } from '#vocabulary/index.ts';
import type { SetupRiskRules } from './setup-limits.ts';

/** The part of an automation that decides whether it trades, and how much. */
export type Armament = {
  /** Its owner lets it trade. */
  readonly autoTrade: boolean;
  readonly isActive: boolean;
  readonly money: MoneyManagement;
  /** null: it has no limits of its own. */
  readonly limits: SetupRiskRules | null;
};

/**
 * Returns true if a change can cause trades, more of them or larger ones. Stopping, lower stakes and stricter limits
 * never do. What cannot be compared (a percentage and an amount, two reset times) counts as more.
 * @param before null: the automation is new
 * @param findsOthers the change finds other signals
 */
export function arms(before: Armament | null, after: Armament, findsOthers: boolean): boolean {
  if (before === null) return after.autoTrade;
  if (raises(before.money, after.money) || loosens(before.limits, after.limits)) return true;
  if (!after.autoTrade) return false;
  return !before.autoTrade || (after.isActive && !before.isActive) || findsOthers;
}

function raises(before: MoneyManagement, after: MoneyManagement): boolean {
  if (before.betType === 'percent' || after.betType === 'percent') {
    return !(before.betType === 'percent' && after.betType === 'percent' && after.percent <= before.percent);
  }
  if (after.fixedAmount > before.fixedAmount) return true;
  if (after.betType === 'fixed') return false;
  return before.betType === 'fixed' || after.multiplier > before.multiplier || after.steps > before.steps;
}

function loosens(before: SetupRiskRules | null, after: SetupRiskRules | null): boolean {
  if (before === null || after === null) return before !== null;
  const isHigher = (was: number | null, is: number | null) => (is ?? Infinity) > (was ?? Infinity);
  const tradesOf = ({ maxDailyOperations: most }: SetupRiskRules) => (most === 'all' ? null : most);
  return (
    isHigher(tradesOf(before), tradesOf(after)) ||
    isHigher(before.dailyLossLimit, after.dailyLossLimit) ||
    isHigher(before.weeklyLossLimit, after.weeklyLossLimit) ||
    (after.autoReset && !before.autoReset) ||
    after.resetTime !== before.resetTime
  );
}

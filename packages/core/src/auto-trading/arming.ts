import type { MoneyManagement } from '#vocabulary/index.ts';
import type { SetupRiskRules } from './setup-limits.ts';

/** The settings of an automation that determine whether it trades, and how much. */
export type ArmingSettings = {
  /** Whether the user lets the automation place orders by itself. */
  readonly autoTrade: boolean;
  readonly isActive: boolean;
  readonly money: MoneyManagement;
  /** Risk limits of this automation alone; null if it has none. */
  readonly limits: SetupRiskRules | null;
};

/**
 * Returns true if a change can cause new, more or larger trades. Deactivation, lower stakes and stricter limits never
 * can. Values that cannot be compared (a percentage and an amount, two reset times) count as an increase.
 * @param before settings before the change; null if the automation is new
 * @param findsOthers true if the change also leads to other signals
 */
export function allowsMoreTrading(before: ArmingSettings | null, after: ArmingSettings, findsOthers: boolean): boolean {
  if (before === null) return after.autoTrade;
  if (raises(before.money, after.money) || loosens(before.limits, after.limits)) return true;
  if (!after.autoTrade) return false;
  return !before.autoTrade || (after.isActive && !before.isActive) || findsOthers;
}

/**
 * Returns true if a change cannot lead to new trades: the stakes are equal, and automatic trading is not switched on.
 * The caller then accepts the ladder without a new check, even if its account can no longer afford it.
 */
export function needsNoLadderCheck(before: ArmingSettings, after: ArmingSettings): boolean {
  const isOn = ({ autoTrade, isActive }: ArmingSettings) => autoTrade && isActive;
  const areStakesEqual = !raises(before.money, after.money) && !raises(after.money, before.money);
  return areStakesEqual && (isOn(before) || !isOn(after));
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
    isHigher(before.dailyProfitTarget, after.dailyProfitTarget) ||
    (after.autoReset && !before.autoReset) ||
    after.resetTime !== before.resetTime
  );
}

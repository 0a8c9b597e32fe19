import { type EpochMs, err, type MinorUnits, ok, type Result } from '#kernel/index.ts';
import { type AmountFault, type Currency, parseAmountMinor } from '#money/index.ts';

/** The risk control of a setup in the form of docs/spec/pcr.md §8; amounts in units of the account's currency. */
export type SetupRiskRules = {
  readonly maxDailyOperations: number | 'all';
  readonly dailyLossLimit: number | null;
  readonly weeklyLossLimit: number | null;
  /** Profit per day after which the setup places no more trades; null for no limit. */
  readonly dailyProfitTarget: number | null;
  readonly autoReset: boolean;
  readonly resetTime: string;
};

/** The limits of a setup in minor units of its account's currency. A limit is null if it is not set. */
export type SetupLimits = {
  readonly maxOperations: number | null;
  readonly dailyLossMinor: MinorUnits | null;
  readonly weeklyLossMinor: MinorUnits | null;
  readonly dailyProfitMinor: MinorUnits | null;
  /**
   * Whether the reset lifts a reached limit automatically. If false, the setup is switched off until the user switches
   * it on.
   */
  readonly autoReset: boolean;
  /** Period after which a reached limit is lifted. */
  readonly resets: 'daily' | 'weekly';
};

export function setupLimitsOf(rules: SetupRiskRules, currency: Currency): Result<SetupLimits, AmountFault> {
  const daily = amountOf(rules.dailyLossLimit, currency);
  const weekly = amountOf(rules.weeklyLossLimit, currency);
  if (!daily.ok) return err(daily.error);
  if (!weekly.ok) return err(weekly.error);
  const profit = amountOf(rules.dailyProfitTarget, currency);
  if (!profit.ok) return err(profit.error);
  return ok({
    maxOperations: rules.maxDailyOperations === 'all' ? null : rules.maxDailyOperations,
    dailyLossMinor: daily.value,
    weeklyLossMinor: weekly.value,
    dailyProfitMinor: profit.value,
    autoReset: rules.autoReset,
    resets: rules.resetTime === 'weekly' ? 'weekly' : 'daily',
  });
}

const amountOf = (amount: number | null, currency: Currency): Result<MinorUnits | null, AmountFault> =>
  amount === null ? ok(null) : parseAmountMinor(amount, currency);

/** A limit of a setup that refused a trade, and its value at that time: a number of trades, or minor units. */
export type SetupLimit = {
  readonly limit: 'operations' | 'daily_loss' | 'weekly_loss' | 'daily_profit';
  readonly value: number;
};

/**
 * Results of a setup in its own day and week. Both periods begin at the setup's reset time, in the time zone of the
 * user's limits.
 */
export type SetupFacts = {
  readonly operationsToday: number;
  /** Sum of the stakes of the setup's open trades, which may still be lost. */
  readonly atStakeMinor: MinorUnits;
  /** Settled profit of the setup's current day; negative for a loss. */
  readonly profitTodayMinor: MinorUnits;
  readonly profitThisWeekMinor: MinorUnits;
  readonly dayEndsAtMs: EpochMs;
  readonly weekEndsAtMs: EpochMs;
  /** The limit that was reached since the last reset; null if none was reached. */
  readonly reached: SetupLimit | null;
};

export type SetupRefused = SetupLimit & {
  /** Time at which the setup may trade again. */
  readonly resetsAtMs: EpochMs;
  /**
   * Whether the settled results and this order alone exceed the limit. If so, the results of open trades do not matter.
   */
  readonly isReached: boolean;
  /** Whether this refusal switches the setup off, because its limits do not reset automatically. */
  readonly switchesOff: boolean;
};

/**
 * Returns the reason why a setup's own limits forbid this stake, or null if they allow it. Open stakes count as lost.
 * After a limit is reached the setup pauses until its reset.
 */
export function setupLimitRefusal(stakeMinor: MinorUnits, limits: SetupLimits, facts: SetupFacts): SetupRefused | null {
  if (facts.reached !== null) return { ...refused(facts.reached, limits, facts), isReached: true, switchesOff: false };
  const { dailyProfitMinor: target } = limits;
  if (target !== null && facts.profitTodayMinor >= target) {
    const reached = refused({ limit: 'daily_profit', value: target }, limits, facts);
    return { ...reached, isReached: true, switchesOff: !limits.autoReset };
  }
  for (const { limit, value, ifAllIsLost, settled } of held(stakeMinor, limits, facts)) {
    if (value === null || ifAllIsLost <= value) continue;
    const isReached = settled > value;
    return { ...refused({ limit, value }, limits, facts), isReached, switchesOff: isReached && !limits.autoReset };
  }
  return null;
}

/**
 * Returns each limit with two values to compare with it. `ifAllIsLost` assumes that this order and all open trades are
 * lost; `settled` assumes that only this order is lost.
 */
function held(stakeMinor: MinorUnits, limits: SetupLimits, facts: SetupFacts) {
  const operations = facts.operationsToday + 1;
  const today = stakeMinor - facts.profitTodayMinor;
  const thisWeek = stakeMinor - facts.profitThisWeekMinor;
  const open = facts.atStakeMinor;
  return [
    { limit: 'operations', value: limits.maxOperations, ifAllIsLost: operations, settled: operations },
    { limit: 'daily_loss', value: limits.dailyLossMinor, ifAllIsLost: today + open, settled: today },
    { limit: 'weekly_loss', value: limits.weeklyLossMinor, ifAllIsLost: thisWeek + open, settled: thisWeek },
  ] as const;
}

function refused(reached: SetupLimit, { resets }: SetupLimits, { dayEndsAtMs, weekEndsAtMs }: SetupFacts) {
  const isWeekly = reached.limit === 'weekly_loss' || resets === 'weekly';
  return { ...reached, resetsAtMs: isWeekly ? weekEndsAtMs : dayEndsAtMs };
}

import type { SetupRiskRules } from '@vigia/core/auto-trading';
import { moneyManagementOf, NO_OWN_LIMITS, type StrategyRules } from '@vigia/core/strategies';
import type { MoneyManagement, Timeframe } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { automationAccount, type BrokerVenue, setAutomationAccount } from '../accounts/index.ts';
import { readRules } from './read-rules.ts';
import { findStrategy, type StrategyRow } from './strategy.repository.ts';

/** Returns the strategy's own limits, which apply per day. Without own limits, only the limits of its user apply. */
export function riskRulesOf({ parameters: { limits = NO_OWN_LIMITS } }: StrategyRules): SetupRiskRules {
  return {
    maxDailyOperations: limits.daily_operations ?? 'all',
    dailyLossLimit: limits.daily_loss,
    weeklyLossLimit: null,
    dailyProfitTarget: limits.daily_profit,
    autoReset: limits.auto_reset,
    resetTime: 'daily',
  };
}

/** The strategy fields that auto-trading reads. */
export type StrategyAutoTradeRules = {
  readonly userId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  /** The account at a broker that receives the strategy's orders; null for the paper account. */
  readonly account: BrokerVenue | null;
  readonly riskControl: SetupRiskRules;
  readonly moneyManagement: MoneyManagement;
};

/** The rules of a strategy, with the fields needed to run them on the live market or on stored history. */
export type SavedStrategyRules = {
  readonly name: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly version: number;
  readonly rules: StrategyRules;
};

/**
 * Reads the stake plan of a strategy and whether it may trade automatically. Inside a transaction the row stays locked
 * until that transaction ends. Returns null for a missing or archived strategy, and for a strategy whose stored rules
 * are no longer valid.
 */
export async function autoTradeRules(sql: Sql, strategyId: string): Promise<StrategyAutoTradeRules | null> {
  const [row] = await sql<StrategyRow[]>`
    SELECT * FROM strategies WHERE id = ${strategyId} AND archived_at IS NULL FOR SHARE`;
  const rules = row && readRules(row);
  if (!row || !rules) return null;
  const { user_id: userId, name, status, auto_trade: autoTrade } = row;
  const moneyManagement = moneyManagementOf(rules.parameters);
  const account = automationAccount(row);
  const riskControl = riskRulesOf(rules);
  return { userId, name, isActive: status === 'active', autoTrade, account, riskControl, moneyManagement };
}

/** Counts a user's strategies that run and auto-trade. */
export async function countAutomaticStrategies(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM strategies
    WHERE user_id = ${userId} AND status = 'active' AND auto_trade AND archived_at IS NULL`;
  return row.count;
}

/**
 * Switches off auto-trading of a strategy, which still publishes signals. The user can switch auto-trading on again.
 */
export async function stopAutoTrade(sql: Sql, strategyId: string, nowMs: number): Promise<void> {
  await sql`
    UPDATE strategies SET auto_trade = false, updated_at = ${new Date(nowMs)} WHERE id = ${strategyId} AND auto_trade`;
}

/**
 * Reads the rules of one of the user's strategies. Returns null if there is no such strategy or its rules are no longer
 * valid.
 */
export async function rulesOf(sql: Sql, userId: string, id: string): Promise<SavedStrategyRules | null> {
  const row = await findStrategy(sql, userId, id);
  const rules = row && readRules(row);
  if (!row || !rules) return null;
  return { name: row.name, asset: row.asset, timeframe: row.timeframe, version: row.version, rules };
}

/**
 * Moves a strategy of the user to an account; null selects the paper account. Checks nothing. Returns false
 * if the user has no such strategy.
 */
export const setAccount = (
  sql: Sql,
  owned: { readonly userId: string; readonly id: string },
  account: BrokerVenue | null,
  nowMs: number,
): Promise<boolean> => setAutomationAccount(sql, 'strategies', owned, account, nowMs);

import { readPcrSetup } from '@vigia/contract';
import type { PcrSetup } from '@vigia/core/pcr';
import type { Sql } from '#platform/persistence/database.ts';
import { automationAccount, type BrokerVenue, setAutomationAccount } from '../accounts/index.ts';
import { findVisibleSetup } from './editing/setup.repository.ts';
import type { SetupRow } from './pcr.repository.ts';

/** The setup fields that auto-trading reads. */
export type PcrAutoTradeRules = Pick<PcrSetup, 'riskControl' | 'moneyManagement'> & {
  readonly userId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  /** The account at a broker that receives the setup's orders; null for the paper account. */
  readonly account: BrokerVenue | null;
};

/** The rules of a setup, with the fields needed to run them on the live market or on stored history. */
export type SavedPcrRules = {
  readonly name: string;
  readonly asset: string;
  readonly version: number;
  readonly rules: PcrSetup;
};

/**
 * Reads the money management of a setup and whether it may trade automatically. Inside a transaction the row stays
 * locked until that transaction ends. Returns null for a missing, archived or built-in setup, because built-in setups
 * never trade. Returns null also for a setup whose stored rules are no longer valid.
 */
export async function autoTradeRules(sql: Sql, setupId: string): Promise<PcrAutoTradeRules | null> {
  const [row] = await sql<(SetupRow & { user_id: string })[]>`
    SELECT * FROM pcr_setups WHERE id = ${setupId} AND user_id IS NOT NULL AND archived_at IS NULL FOR SHARE`;
  const parsed = row && readPcrSetup(row.definition);
  if (!row || !parsed?.ok) return null;
  const { riskControl, moneyManagement } = parsed.value;
  const { user_id: userId, name, is_active: isActive, auto_trade: autoTrade } = row;
  const account = automationAccount(row);
  return { userId, name, isActive, autoTrade, account, riskControl, moneyManagement };
}

/** Counts a user's setups that run and auto-trade. */
export async function countAutomaticSetups(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pcr_setups
    WHERE user_id = ${userId} AND is_active AND auto_trade AND archived_at IS NULL`;
  return row.count;
}

/** Switches off auto-trading of a setup, which still publishes signals. The user can switch auto-trading on again. */
export async function stopAutoTrade(sql: Sql, setupId: string, nowMs: number): Promise<void> {
  await sql`
    UPDATE pcr_setups SET auto_trade = false, updated_at = ${new Date(nowMs)} WHERE id = ${setupId} AND auto_trade`;
}

/**
 * Reads the rules of a setup that the user can see. Returns null if there is no such setup or its rules are no longer
 * valid.
 */
export async function rulesOf(sql: Sql, userId: string, id: string): Promise<SavedPcrRules | null> {
  const row = await findVisibleSetup(sql, userId, id);
  const parsed = row && readPcrSetup(row.definition);
  if (row === null || !parsed?.ok) return null;
  return { name: row.name, asset: row.asset, version: row.version, rules: parsed.value };
}

/**
 * Moves a setup of the user to an account; null selects the paper account. Checks nothing. Returns false if
 * the user has no such setup.
 */
export const setAccount = (
  sql: Sql,
  owned: { readonly userId: string; readonly id: string },
  account: BrokerVenue | null,
  nowMs: number,
): Promise<boolean> => setAutomationAccount(sql, 'pcr_setups', owned, account, nowMs);

import { type PcrSetup, parsePcrSetup } from '@vigia/core/pcr';
import type { Sql } from '#platform/persistence/database.ts';
import type { SetupRow } from './pcr.repository.ts';
import { findOne } from './setup.repository.ts';

/** What trading by itself needs to know of a setup. */
export type PcrAutoTradeRules = Pick<PcrSetup, 'riskControl' | 'moneyManagement'> & {
  readonly userId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
};

/** A setup whose rules can be run: on the live market or on history. */
export type SavedPcrRules = {
  readonly name: string;
  readonly asset: string;
  readonly version: number;
  readonly rules: PcrSetup;
};

/**
 * How a setup bets, and whether it may: in a transaction nobody changes it before that ends. null for a setup that is gone
 * or archived, for those of the house, which trade for nobody, and for one stored under rules that have changed since.
 */
export async function autoTradeRules(sql: Sql, setupId: string): Promise<PcrAutoTradeRules | null> {
  const [row] = await sql<(SetupRow & { user_id: string })[]>`
    SELECT * FROM pcr_setups WHERE id = ${setupId} AND user_id IS NOT NULL AND archived_at IS NULL FOR SHARE`;
  const parsed = row && parsePcrSetup(row.definition);
  if (!row || !parsed?.ok) return null;
  const { riskControl, moneyManagement } = parsed.value;
  const { user_id: userId, name, is_active: isActive, auto_trade: autoTrade } = row;
  return { userId, name, isActive, autoTrade, riskControl, moneyManagement };
}

/** How many of a person's setups run and trade by themselves. */
export async function countAutomatic(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pcr_setups
    WHERE user_id = ${userId} AND is_active AND auto_trade AND archived_at IS NULL`;
  return row.count;
}

/** Leaves a setup signalling but no longer trading, until its person switches that on again. */
export async function stopAutoTrade(sql: Sql, setupId: string, nowMs: number): Promise<void> {
  await sql`
    UPDATE pcr_setups SET auto_trade = false, updated_at = ${new Date(nowMs)} WHERE id = ${setupId} AND auto_trade`;
}

/** The rules of a setup the person sees; null: there is none such for them, or its rules are not valid any more. */
export async function rulesOf(sql: Sql, userId: string, id: string): Promise<SavedPcrRules | null> {
  const row = await findOne(sql, userId, id);
  const parsed = row && parsePcrSetup(row.definition);
  if (row === null || !parsed?.ok) return null;
  return { name: row.name, asset: row.asset, version: row.version, rules: parsed.value };
}

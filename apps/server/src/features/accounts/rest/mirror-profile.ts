import { PROFILE_EDITABLE_COLUMNS } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { wantedConcurrentTrades } from '../concurrent-trades.ts';
import { parseChanges } from './parse-changes.ts';
import { selectProfiles, updateProfiles } from './profile.repository.ts';
import { RestError } from './rest-error.ts';

/**
 * Takes over what a person changed in a profile that is kept elsewhere: the editable columns only, and only where they
 * differ, so that a raised limit that is still waiting does not begin to wait anew.
 * @returns names of columns whose values this database cannot hold
 */
export async function mirrorProfile(
  sql: Sql,
  userId: string,
  row: Readonly<Record<string, unknown>>,
  nowMs: EpochMs,
): Promise<readonly string[]> {
  const now = new Date(nowMs);
  const [own] = await selectProfiles(sql, userId, null, now);
  if (own === undefined) return [];
  const current = { ...own, max_concurrent_trades: await wantedConcurrentTrades(sql, userId) };
  const refused: string[] = [];
  for (const column of PROFILE_EDITABLE_COLUMNS) {
    const value = row[column];
    if (value === undefined || value === null || value === current[column]) continue;
    try {
      await updateProfiles(sql, userId, null, parseChanges({ [column]: value }), now);
    } catch (error) {
      if (!(error instanceof RestError) && !isDataFault(error)) throw error;
      refused.push(column);
    }
  }
  return refused;
}

/** PostgreSQL's classes for data a column cannot hold and for broken constraints. */
const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

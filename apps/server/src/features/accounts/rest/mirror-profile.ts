import { PROFILE_EDITABLE_COLUMNS } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import { PAPER_BOOK, requestedValueOf } from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import { setLimits } from '../limits/set-limits.ts';
import { readLimits } from '../limits/stored-limits.ts';
import { type ProfileChanges, parseChanges, requestedTradeLimit } from './parse-changes.ts';
import { selectProfiles, updateProfiles } from './profile.repository.ts';
import { RestError } from './rest-error.ts';

/**
 * Copies a user's changes of their profile in a hosted Supabase project to this database. Copies only columns that
 * users may edit, and only values that differ. A limit change that is already pending is not requested again.
 * @returns names of columns whose values this database cannot store
 */
export async function mirrorProfile(
  sql: Sql,
  userId: string,
  row: Readonly<Record<string, unknown>>,
  nowMs: EpochMs,
): Promise<readonly string[]> {
  const [current] = await selectProfiles(sql, userId, null, nowMs);
  if (current === undefined) return [];
  const refused: string[] = [];
  for (const column of PROFILE_EDITABLE_COLUMNS) {
    const value = row[column];
    if (value === undefined || value === null) continue;
    if (value === current[column] && column !== 'max_concurrent_trades') continue;
    try {
      await takeOver(sql, userId, parseChanges({ [column]: value }), nowMs);
    } catch (error) {
      if (!(error instanceof RestError) && !isDataFault(error)) throw error;
      refused.push(column);
    }
  }
  return refused;
}

async function takeOver(sql: Sql, userId: string, changes: ProfileChanges, nowMs: EpochMs): Promise<void> {
  const maxConcurrentTrades = requestedTradeLimit(changes);
  if (maxConcurrentTrades === undefined) await updateProfiles(sql, userId, changes, nowMs);
  else if (
    requestedValueOf((await readLimits(sql, userId, PAPER_BOOK, nowMs)).maxConcurrentTrades) !== maxConcurrentTrades
  ) {
    await setLimits(sql, userId, PAPER_BOOK, { maxConcurrentTrades }, nowMs);
  }
}

/** True for PostgreSQL's error classes of invalid data and violated constraints. */
const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

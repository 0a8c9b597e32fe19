import type { Automation, RealityCheck } from '@vigia/contract';
import { type EpochMs, minorUnits } from '@vigia/core/kernel';
import { isRealityCheckDue, realityCheckAtMs, runningStretch, type Stretch } from '@vigia/core/risk';
import { formatMinor } from '@vigia/core/trades';
import type { Sql } from '#platform/persistence/database.ts';
import type { AutomationDeps } from './automation-deps.ts';

/** Returns whether everything is stopped, how many automations run, and the open stretch with its results. */
export async function readAutomation(
  { db: { sql }, clock, accounts, countRunning }: AutomationDeps,
  userId: string,
): Promise<Automation> {
  const nowMs = clock.now();
  const [{ stoppedAtMs, stretch }, running] = await Promise.all([
    accounts.riskSettings(sql, userId, nowMs),
    countRunning(sql, userId, nowMs),
  ]);
  const going = runningStretch(stretch, nowMs);
  return {
    stopped_at: stoppedAtMs === null ? null : new Date(stoppedAtMs).toISOString(),
    running,
    reality_check: going && (await readCheck(sql, userId, going, nowMs)),
  };
}

/** Returns the results of a stretch: automatic trades, and all trades with real money. */
async function readCheck(sql: Sql, userId: string, stretch: Stretch, nowMs: EpochMs): Promise<RealityCheck> {
  const since = new Date(stretch.sinceMs);
  const [row] = await sql<[{ trades: number; net_minor: number }]>`
    SELECT count(*)::int AS trades, coalesce(sum(profit_minor), 0)::bigint AS net_minor FROM trades
    WHERE user_id = ${userId} AND entry_time BETWEEN ${since} AND 'infinity'
      AND (origin <> 'manual' OR account = 'real') AND execution <> 'rejected'`;
  return {
    since: since.toISOString(),
    due_at: new Date(realityCheckAtMs(stretch)).toISOString(),
    is_due: isRealityCheckDue(stretch, nowMs),
    trades: row.trades,
    net_result: formatMinor(minorUnits(row.net_minor)),
  };
}

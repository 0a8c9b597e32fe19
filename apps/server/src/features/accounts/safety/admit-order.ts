import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { TradingMode } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { Connections } from './connections.ts';
import type { AccountRefusal } from './refusal.ts';
import { type Actor, refuseMode } from './refuse-mode.ts';
import { readMode } from './safety.repository.ts';

/** The mode a person's order goes to now, or why it may not: what was true at the switch must be true at the order too. */
export async function admitOrder(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  nowMs: EpochMs,
): Promise<Result<TradingMode, AccountRefusal>> {
  const mode = await readMode(sql, actor.userId);
  const refusal = await refuseMode(connections, sql, actor, mode, nowMs);
  return refusal === null ? ok(mode) : err(refusal);
}

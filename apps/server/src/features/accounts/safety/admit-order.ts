import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { TradingMode } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { Connections } from './connections.ts';
import type { AccountRefusal } from './refusal.ts';
import { type Actor, refuseMode } from './refuse-mode.ts';

/**
 * The mode a user's order goes to now, or the refusal: the conditions of the switch must hold at the order too. A
 * user who is
 * being deleted is answered as not signed in.
 */
export async function admitOrder(
  connections: Connections,
  sql: Sql,
  actor: Actor,
  nowMs: EpochMs,
): Promise<Result<TradingMode, AccountRefusal>> {
  const [settings] = await sql<{ mode: TradingMode }[]>`SELECT mode FROM user_settings WHERE user_id = ${actor.userId}`;
  if (settings === undefined) return err({ code: 'not_authenticated', values: {} });
  const { mode } = settings;
  const refusal = await refuseMode(connections, sql, actor, mode, nowMs);
  return refusal === null ? ok(mode) : err(refusal);
}

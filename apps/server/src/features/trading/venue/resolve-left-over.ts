import type { Shard } from '#platform/cluster/shards.ts';
import type { VenueDeps } from '../deps.ts';
import { type BrokerOrderSender, cancelUnsent, markUnknown } from './broker-order-sender.ts';
import { findPending, lockBrokerTrade } from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';

/**
 * Resolves orders of these shards that are at least `ageMs` old and that no process is sending. Cancels the unsent
 * orders and marks the others as `unknown`.
 */
export async function resolveLeftOver(
  deps: VenueDeps,
  sender: Pick<BrokerOrderSender, 'isInFlight'>,
  shards: readonly Shard[],
  ageMs: number,
): Promise<void> {
  const { db, clock, sessionShards } = deps;
  const nowMs = clock.now();
  for (const { id, user_id: userId, entry_time: askedAt } of await findPending(db.sql, shards)) {
    if (sender.isInFlight(id) || nowMs - askedAt.getTime() < ageMs) continue;
    const changed = await sessionShards.transaction([userId], async (tx) => {
      const row = await lockBrokerTrade(tx, id);
      if (row === null || row.status !== 'active' || row.execution !== 'pending') return null;
      return row.sent_at === null ? cancelUnsent(deps, tx, row, 'late') : markUnknown(deps, tx, row, 'crash');
    });
    if (changed !== null) publishTrade(deps, changed);
  }
}

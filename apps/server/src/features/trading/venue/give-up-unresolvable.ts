import type { VenueDeps } from '../deps.ts';
import { advanceTrade } from './broker-row.ts';
import { findOrdersUnresolvedBefore, lockBrokerTrade } from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';

/**
 * Time in milliseconds after which an order with an unknown execution status is given up. A user who ever reconnects to
 * the broker has usually done so within this week.
 */
const WAITED_FOR_MS = 7 * 24 * 60 * 60_000;

/**
 * Gives up orders with an unknown execution status that were sent more than a week ago, if no open session contains
 * their account. Their outcome stays unknown permanently. While a session contains the account, the server keeps
 * reading the account's records, without a time limit.
 */
export async function giveUpUnresolvable(deps: VenueDeps): Promise<void> {
  const { db, clock, brokers, log, sessionShards } = deps;
  const old = await findOrdersUnresolvedBefore(db.sql, sessionShards.fresh, new Date(clock.now() - WAITED_FOR_MS));
  for (const { id, userId, brokerId, accountId } of old) {
    const accounts = brokers.connectionOf(userId, brokerId)?.session.accounts() ?? [];
    if (accounts.some((account) => account.accountId === accountId)) continue;
    const changed = await sessionShards.transaction([userId], async (tx) => {
      const row = await lockBrokerTrade(tx, id);
      if (row === null || row.status !== 'active' || row.execution !== 'unknown') return null;
      return advanceTrade(deps, tx, row, [{ type: 'give_up' }]);
    });
    if (changed === null) continue;
    log.warn({ trade: id, userId, broker: brokerId }, 'an order stays unknown for good: its login is gone');
    publishTrade(deps, changed);
  }
}

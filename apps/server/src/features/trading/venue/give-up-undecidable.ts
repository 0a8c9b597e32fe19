import type { VenueDeps } from '../deps.ts';
import { advance } from './broker-row.ts';
import { findDoubtfulBefore, lockBrokerTrade } from './broker-trades.repository.ts';
import { tellTrade } from './tell-trade.ts';

/** A week: whoever means to come back to his login has done so by then. */
const WAITED_FOR_MS = 7 * 24 * 60 * 60_000;

/**
 * Lets go of orders in doubt whose login is gone: sent a week ago, and no session there is knows their account. Nothing is
 * claimed of them, they stay unknown for good. Where the account is within reach its records are asked on, however long.
 */
export async function giveUpUndecidable(deps: VenueDeps): Promise<void> {
  const { db, clock, brokers, log, venues } = deps;
  const old = await findDoubtfulBefore(db.sql, new Date(clock.now() - WAITED_FOR_MS));
  for (const { id, userId, brokerId, accountId } of old) {
    const accounts = brokers.connectionOf(userId, brokerId)?.session.accounts() ?? [];
    if (accounts.some((account) => account.accountId === accountId)) continue;
    const changed = await venues.transaction(async (tx) => {
      const row = await lockBrokerTrade(tx, id);
      if (row === null || row.status !== 'active' || row.execution !== 'unknown') return null;
      return advance(deps, tx, row, [{ type: 'give_up' }]);
    });
    if (changed === null) continue;
    log.warn({ trade: id, userId, broker: brokerId }, 'an order stays unknown for good: its login is gone');
    tellTrade(deps, changed);
  }
}

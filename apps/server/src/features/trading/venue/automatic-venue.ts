import { shardOf } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { BrokerVenue } from '../../accounts/index.ts';
import type { VenueDeps } from '../deps.ts';
import type { AutomaticVenue } from '../venue-port.ts';
import { findAccountForOrder, stakeLimits } from './broker-offer.ts';
import { lockAccount } from './broker-venue.ts';

/**
 * Locks an account at a broker and returns it with the stake limits of its assets; null if the account is not
 * connected.
 */
export async function automaticVenue(
  deps: VenueDeps,
  tx: Transaction,
  userId: string,
  target: BrokerVenue,
): Promise<AutomaticVenue | null> {
  const reached = findAccountForOrder(deps.brokers, userId, target);
  if (!reached.ok) return null;
  await deps.sessionShards.fence(tx, [shardOf(userId)]);
  const { account, session } = reached.value;
  const locked = await lockAccount(deps, tx, userId, target, account);
  return (
    locked && {
      account: locked,
      asset: (symbol) => {
        const asset = session.assets().find((one) => one.symbol === symbol);
        if (asset === undefined) return undefined;
        const { minStakeMinor, maxStakeMinor } = stakeLimits(asset, account.currency);
        return { minTradeAmountMinor: minStakeMinor, maxTradeAmountMinor: maxStakeMinor };
      },
    }
  );
}

import type { EpochMs } from '@vigia/core/kernel';
import { compareMoney, type Money, money } from '@vigia/core/money';
import { followEquity } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type MoneyAccount, toAccountView } from '../../accounts/index.ts';
import type { ActiveConnection } from '../../brokers/index.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import { isInFlight, type LoginKey } from './broker-trades.repository.ts';

/**
 * For this many milliseconds after the start or end of a trade, the broker may report a balance that does not include
 * the trade.
 */
const BALANCE_SETTLES_MS = 2_000;

/**
 * Sets the synced balance to the broker's balance, unless a trade in flight will change the balance by a transfer of
 * its own. The caller has locked the account.
 * @throws CurrencyMismatchError if the balance is in another currency than the account
 */
export async function syncBalance(
  { accounts }: Pick<TradingDeps, 'accounts'>,
  tx: Transaction,
  userId: string,
  account: MoneyAccount,
  balance: Money,
  nowMs: EpochMs,
): Promise<MoneyAccount> {
  const { accountId, cashMinor, currency } = account;
  const target = balance.amountMinor;
  if (compareMoney(balance, money(cashMinor, currency)) === 0 || target < 0) return account;
  const span = { nowMs, sinceMs: nowMs - BALANCE_SETTLES_MS };
  if (await isInFlight(tx, { userId, accountId }, span)) return account;
  await accounts.book(tx, [{ accountId, tradeId: null, transfer: followEquity(cashMinor, target) }], nowMs);
  return { ...account, cashMinor: target };
}

/**
 * Syncs the balances of the accounts of a login that receive orders, and publishes the changed ones.
 * @returns false if an account must be synced later
 */
export async function syncLogin(
  deps: VenueDeps,
  { userId, brokerId }: LoginKey,
  { accountOf }: Pick<ActiveConnection, 'accountOf'>,
): Promise<boolean> {
  let isDone = true;
  for (const { accountId: brokerAccount, kind, currency, balanceMinor } of [
    accountOf('demo') ?? [],
    accountOf('real') ?? [],
  ].flat()) {
    const changed = await deps.sessionShards.transaction([userId], async (tx) => {
      const nowMs = deps.clock.now();
      const key = { broker: brokerId, kind, currency, brokerAccount };
      const synced = await deps.accounts.lockBrokerAccount(tx, userId, key, nowMs);
      if (synced === null || !synced.isInUse) return null;
      const next = await syncBalance(deps, tx, userId, synced, money(balanceMinor, currency), nowMs);
      if (next.cashMinor !== balanceMinor && balanceMinor >= 0) isDone = false;
      return next === synced ? null : next;
    });
    if (changed !== null) deps.bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(changed) });
  }
  return isDone;
}

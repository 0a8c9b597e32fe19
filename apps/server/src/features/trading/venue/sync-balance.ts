import type { EpochMs } from '@vigia/core/kernel';
import { compareMoney, type Money, money } from '@vigia/core/money';
import { followEquity } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type MoneyAccount, toAccountView } from '../../accounts/index.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import type { OrderAccount } from './broker-offer.ts';
import { isInFlight, type Login } from './broker-trades.repository.ts';

/**
 * Time in milliseconds after the start or end of a trade within which the broker may report a balance without the
 * trade.
 */
const BALANCE_SETTLES_MS = 2_000;

/**
 * Sets the synced balance to the broker's balance, unless a trade of the server is in flight, whose transfer will
 * change the balance. The caller has locked the account.
 * @throws CurrencyMismatch if the balance is of an account in another currency
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
 * Syncs the balances of a login's accounts and publishes the changed ones. If a login has several accounts of a kind,
 * only the first receives orders, so only that account is synced.
 * @returns false if an account must be synced later
 */
export async function syncLogin(
  deps: VenueDeps,
  { userId, brokerId }: Login,
  session: OrderAccount['session'],
): Promise<boolean> {
  let isDone = true;
  const accounts = session.accounts();
  for (const account of accounts) {
    const { accountId: brokerAccount, kind, currency, balanceMinor } = account;
    if (accounts.find((one) => one.kind === kind) !== account) continue;
    const changed = await deps.sessionShards.transaction([userId], async (tx) => {
      const nowMs = deps.clock.now();
      const key = { broker: brokerId, kind, currency, brokerAccount };
      const synced = await deps.accounts.lockBrokerAccount(tx, userId, key, nowMs);
      if (synced === null) return null;
      const next = await syncBalance(deps, tx, userId, synced, money(balanceMinor, currency), nowMs);
      if (next.cashMinor !== balanceMinor && balanceMinor >= 0) isDone = false;
      return next === synced ? null : next;
    });
    if (changed !== null) deps.bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(changed) });
  }
  return isDone;
}

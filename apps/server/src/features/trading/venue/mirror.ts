import { type EpochMs, minorUnits } from '@vigia/core/kernel';
import { followEquity } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type MoneyAccount, toAccountView } from '../../accounts/index.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import type { Reached } from './broker-offer.ts';
import { isInFlight, type Login } from './broker-trades.repository.ts';

/** So long after a trade began or ended the broker's balance may still be that from before it. */
const BALANCE_SETTLES_MS = 2_000;

/**
 * Brings the mirror's free money to the broker's balance, unless money of ours is on its way, whose own transfer moves it.
 * The account is locked.
 */
export async function followBalance(
  { accounts }: Pick<TradingDeps, 'accounts'>,
  tx: Transaction,
  userId: string,
  mirror: MoneyAccount,
  balanceMinor: number,
  nowMs: EpochMs,
): Promise<MoneyAccount> {
  const { accountId, cashMinor } = mirror;
  if (cashMinor === balanceMinor || balanceMinor < 0) return mirror;
  const span = { nowMs, sinceMs: nowMs - BALANCE_SETTLES_MS };
  if (await isInFlight(tx, { userId, accountId }, span)) return mirror;
  const target = minorUnits(balanceMinor);
  await accounts.book(tx, [{ accountId, tradeId: null, transfer: followEquity(cashMinor, target) }], nowMs);
  return { ...mirror, cashMinor: target };
}

/**
 * Brings the mirrors of a login's accounts to their balances and tells of those that changed. Of several accounts of a kind
 * the first has the mirror: it is the one orders go to.
 * @returns false if one of them has to wait
 */
export async function followLogin(
  deps: VenueDeps,
  { userId, brokerId }: Login,
  session: Reached['session'],
): Promise<boolean> {
  let isDone = true;
  const accounts = session.accounts();
  for (const account of accounts) {
    const { kind, currency, balanceMinor } = account;
    if (accounts.find((one) => one.kind === kind) !== account) continue;
    const changed = await deps.venues.transaction(async (tx) => {
      const nowMs = deps.clock.now();
      const mirror = await deps.accounts.lockMirror(tx, userId, { broker: brokerId, kind, currency }, nowMs);
      if (mirror === null) return null;
      const next = await followBalance(deps, tx, userId, mirror, balanceMinor, nowMs);
      if (next.cashMinor !== balanceMinor && balanceMinor >= 0) isDone = false;
      return next === mirror ? null : next;
    });
    if (changed !== null) deps.bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(changed) });
  }
  return isDone;
}

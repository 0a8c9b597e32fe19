import type { IdSource } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { type AccountRow, type BrokerVenue, type MoneyAccount, toMoneyAccount } from './account-view.ts';

/**
 * The key of a user's account at a broker. Currency and broker id are part of the key, so that the money of two
 * currencies or of two broker accounts is never added up.
 */
export type BrokerAccountKey = BrokerVenue & {
  /** Code of the currency, as the broker reports it. */
  readonly currency: Currency;
  /** The broker's own id of the account. */
  readonly brokerAccount: string;
};

/**
 * Locks the ledger account that mirrors a user's account at a broker. Creates it with a zero balance if it is missing,
 * and makes it the current demo or real account at this broker. Locks the user's row first, so that all broker orders
 * of one user run one after the other: the limits of the risk guard count several accounts together. Returns null if
 * the user no longer exists.
 */
export async function lockBrokerAccount(
  tx: Transaction,
  ids: IdSource,
  userId: string,
  key: BrokerAccountKey,
  nowMs: number,
): Promise<MoneyAccount | null> {
  const user = await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  if (user.length === 0) return null;
  const known = await lockKnown(tx, userId, key);
  if (known?.is_current === true) return toMoneyAccount(known);
  if (known === null) await findOrInsert(tx, ids, userId, key, nowMs);
  await makeCurrent(tx, userId, key);
  const row = await lockKnown(tx, userId, key);
  return row && toMoneyAccount(row);
}

type LockedRow = AccountRow & { readonly is_current: boolean };

async function lockKnown(
  tx: Transaction,
  userId: string,
  { broker, kind, currency, brokerAccount }: BrokerAccountKey,
): Promise<LockedRow | null> {
  const [row] = await tx<LockedRow[]>`
    SELECT id, broker, kind, currency, cash_minor, held_minor, is_current FROM accounts
    WHERE user_id = ${userId} AND broker = ${broker} AND kind = ${kind} AND currency = ${currency}
      AND broker_account = ${brokerAccount} FOR NO KEY UPDATE`;
  return row ?? null;
}

/**
 * Ensures that an account with this key exists. An account that was created before the broker reported its id gets the
 * id now if the currency is the same. Otherwise this function inserts a new account.
 */
async function findOrInsert(
  tx: Transaction,
  ids: IdSource,
  userId: string,
  { broker, kind, currency, brokerAccount }: BrokerAccountKey,
  nowMs: number,
): Promise<void> {
  const named = await tx`
    UPDATE accounts a SET broker_account = ${brokerAccount}
    WHERE user_id = ${userId} AND broker = ${broker} AND kind = ${kind} AND broker_account = ''
      AND currency = ${currency} RETURNING 1`;
  if (named.length > 0) return;
  await tx`
    INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, is_current, created_at)
    VALUES (${ids.next()}, ${userId}, ${broker}, ${kind}, ${currency}, ${brokerAccount}, false, ${new Date(nowMs)})
    ON CONFLICT (user_id, broker, kind, currency, broker_account) DO NOTHING`;
}

async function makeCurrent(
  tx: Transaction,
  userId: string,
  { broker, kind, currency, brokerAccount }: BrokerAccountKey,
): Promise<void> {
  const ofKind = tx`user_id = ${userId} AND broker = ${broker} AND kind = ${kind}`;
  await tx`UPDATE accounts SET is_current = false WHERE ${ofKind} AND is_current`;
  await tx`
    UPDATE accounts SET is_current = true
    WHERE ${ofKind} AND currency = ${currency} AND broker_account = ${brokerAccount}`;
}

/**
 * Creates a ledger account with a zero balance for the broker if the user has none, before the broker reports id and
 * currency.
 */
export async function ensureBrokerAccount(
  tx: Sql,
  ids: IdSource,
  userId: string,
  { broker, kind }: BrokerVenue,
  nowMs: number,
): Promise<void> {
  await tx`
    INSERT INTO accounts (id, user_id, broker, kind, currency, created_at)
    SELECT ${ids.next()}, ${userId}, ${broker}, ${kind}, ${PAPER_CURRENCY}, ${new Date(nowMs)}
    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = ${userId} AND broker = ${broker} AND kind = ${kind})
    ON CONFLICT DO NOTHING`;
}

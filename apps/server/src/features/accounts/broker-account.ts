import type { IdSource } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { type AccountRow, type BrokerVenue, type MoneyAccount, toMoneyAccount } from './account-view.ts';

/**
 * The key of a user's account at a broker. Currency and broker id are part of the key, so money of two currencies or of
 * two broker accounts is never added up.
 */
export type BrokerAccountKey = BrokerVenue & {
  /** Code of the currency, as the broker reports it. */
  readonly currency: Currency;
  /** The broker's own id of the account. */
  readonly brokerAccount: string;
};

/** An account in use at a broker, by its id at the broker. */
export type AccountInUse = Pick<BrokerAccountKey, 'kind' | 'brokerAccount'>;

/**
 * A locked ledger account. `isInUse` is true if orders for its kind (demo or real) at its broker go to this
 * account.
 */
export type LockedBrokerAccount = MoneyAccount & { readonly isInUse: boolean };

/**
 * Locks the ledger account that mirrors a user's account at a broker. Creates it with a zero balance if it is missing.
 * The account becomes the one in use for its kind (demo or real) in two cases: no account of this kind is in use at the
 * broker, or the account in use has the same id in another currency. Only `useBrokerAccount` replaces an account with
 * another id.
 * The user's row is locked first, so all broker orders of one user run one after the other, because the limits of the
 * risk guard count several accounts together. Returns null if the user no longer exists.
 */
export async function lockBrokerAccount(
  tx: Transaction,
  ids: IdSource,
  userId: string,
  key: BrokerAccountKey,
  nowMs: number,
): Promise<LockedBrokerAccount | null> {
  if (!(await lockUserRow(tx, userId))) return null;
  const known = await lockKnown(tx, userId, key);
  if (known?.is_current === true) return toLocked(known);
  if (known === null) await findOrInsert(tx, ids, userId, key, nowMs);
  if (!(await hasOtherInUse(tx, userId, key))) await makeCurrent(tx, userId, key);
  const row = await lockKnown(tx, userId, key);
  return row && toLocked(row);
}

/**
 * Makes an account the one in use for its kind (demo or real) at its broker, and creates its ledger account if it is
 * missing. Returns true if this replaced another account.
 */
export async function useBrokerAccount(
  tx: Transaction,
  ids: IdSource,
  userId: string,
  key: BrokerAccountKey,
  nowMs: number,
): Promise<boolean> {
  const locked = await lockBrokerAccount(tx, ids, userId, key, nowMs);
  if (locked === null || locked.isInUse) return false;
  await makeCurrent(tx, userId, key);
  return true;
}

/** Returns the accounts in use at a broker whose id the broker has reported, at most one of each kind. */
export async function accountsInUse(
  sql: Sql,
  userId: string,
  broker: BrokerVenue['broker'],
): Promise<readonly AccountInUse[]> {
  const rows = await sql<{ kind: BrokerVenue['kind']; broker_account: string }[]>`
    SELECT kind, broker_account FROM accounts
    WHERE user_id = ${userId} AND broker = ${broker} AND is_current AND broker_account <> ''`;
  return rows.map((row) => ({ kind: row.kind, brokerAccount: row.broker_account }));
}

/** Returns true if the account is in use, so that orders for its kind (demo or real) at its broker go to it. */
export async function isAccountInUse(sql: Sql, accountId: string): Promise<boolean> {
  const [row] = await sql<{ is_current: boolean }[]>`SELECT is_current FROM accounts WHERE id = ${accountId}`;
  return row?.is_current === true;
}

const lockUserRow = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`).length > 0;

/** Returns true if an account of this kind with another id is in use at the broker. */
const hasOtherInUse = async (tx: Transaction, userId: string, key: BrokerAccountKey): Promise<boolean> =>
  (
    await tx`
      SELECT 1 FROM accounts
      WHERE user_id = ${userId} AND broker = ${key.broker} AND kind = ${key.kind} AND is_current
        AND broker_account NOT IN ('', ${key.brokerAccount})`
  ).length > 0;

const toLocked = (row: LockedRow): LockedBrokerAccount => ({ ...toMoneyAccount(row), isInUse: row.is_current });

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
 * Ensures that an account with this key exists. If there is an account without a broker id in the same currency, it
 * gets this id; otherwise a new account is inserted.
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
 * Creates a ledger account with a zero balance for the broker if the user has none. Its id and currency stay open until
 * the broker reports them.
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

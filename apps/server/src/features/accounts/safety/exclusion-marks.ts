import type { BrokerId } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { mailboxOf, phoneDigits } from './normalize-identity.ts';

/** The address and the account ids of a login at a broker, which identify the person behind the login. */
export type BrokerLoginIdentity = {
  readonly broker: BrokerId;
  /** Address that the user signs in with at the broker; null for a sign-in with an API token. */
  readonly name: string | null;
  /** Ids that the broker gives the accounts of this login. */
  readonly accountIds: readonly string[];
};

/**
 * Marks: keyed hashes of an address, a phone number or a broker login. They recognise a self-excluded person without
 * storing the values.
 */
export type ExclusionMarks = readonly Buffer[];

/** Returns the marks of an address: one of its exact spelling, and one of the mailbox that receives its mail. */
const addressMarks = (keyedHash: KeyedHash, email: string): ExclusionMarks => [
  keyedHash('self-excluded-address', email.toLowerCase()),
  keyedHash('self-excluded-mailbox', mailboxOf(email)),
];

function phoneMark(keyedHash: KeyedHash, phone: string | null): Buffer | null {
  const digits = phone === null ? null : phoneDigits(phone);
  return digits === null ? null : keyedHash('self-excluded-phone', digits);
}

export const loginMark = (keyedHash: KeyedHash, broker: BrokerId, name: string): Buffer =>
  keyedHash('self-excluded-login', `${broker} ${mailboxOf(name)}`);

const accountMark = (keyedHash: KeyedHash, broker: BrokerId, accountId: string): Buffer =>
  keyedHash('self-excluded-account', `${broker} ${accountId}`);

/**
 * Returns true if an account id identifies one person. A broker without account numbers uses the same id, such as
 * `demo`, for every user.
 */
const namesPerson = (accountId: string): boolean => /\d/.test(accountId);

export const marksOfLogin = (
  keyedHash: KeyedHash,
  { broker, name, accountIds }: BrokerLoginIdentity,
): ExclusionMarks => [
  ...(name === null ? [] : [loginMark(keyedHash, broker, name)]),
  ...accountIds.filter(namesPerson).map((id) => accountMark(keyedHash, broker, id)),
];

/** Returns the marks of the address that a user confirmed; empty if the user has no confirmed address. */
export async function marksOfAddress(sql: Sql, keyedHash: KeyedHash, userId: string): Promise<ExclusionMarks> {
  const [person] = await sql<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${userId}`;
  return person?.email ? addressMarks(keyedHash, person.email) : [];
}

/**
 * Stores the mark of a user's phone number in the user's row. Must be called after every change of the phone number.
 */
export async function storePhoneMark(sql: Sql, keyedHash: KeyedHash, userId: string): Promise<void> {
  const [person] = await sql<{ phone: string | null }[]>`SELECT phone FROM users WHERE id = ${userId}`;
  const mark = phoneMark(keyedHash, person?.phone ?? null);
  await sql`UPDATE users SET phone_mark = ${mark} WHERE id = ${userId} AND phone_mark IS DISTINCT FROM ${mark}::bytea`;
}

/** Returns the mark of a user's phone number; empty if the user has no phone number. */
export async function marksOfPhone(sql: Sql, keyedHash: KeyedHash, userId: string): Promise<ExclusionMarks> {
  const [person] = await sql<{ phone: string | null }[]>`SELECT phone FROM users WHERE id = ${userId}`;
  const mark = phoneMark(keyedHash, person?.phone ?? null);
  return mark === null ? [] : [mark];
}

/** Returns the marks of all broker logins and broker accounts of a user, including earlier logins. */
export async function marksAtBrokers(sql: Sql, keyedHash: KeyedHash, userId: string): Promise<ExclusionMarks> {
  const [logins, accounts] = await Promise.all([
    sql<{ login_mark: Buffer }[]>`
      SELECT login_mark FROM broker_connections WHERE user_id = ${userId} AND login_mark IS NOT NULL`,
    sql<{ broker: BrokerId; broker_account: string }[]>`
      SELECT broker, broker_account FROM accounts WHERE user_id = ${userId} AND broker <> 'mock'`,
  ]);
  return [
    ...logins.map((row) => row.login_mark),
    ...accounts.flatMap(({ broker, broker_account: id }) =>
      namesPerson(id) ? [accountMark(keyedHash, broker, id)] : [],
    ),
  ];
}

/**
 * Returns the latest end of the exclusions with one of these marks; Infinity if one is permanent, 0 if there is none.
 */
export async function exclusionEndOfMarks(sql: Sql, marks: ExclusionMarks): Promise<number> {
  if (marks.length === 0) return 0;
  const [row] = await sql<{ until: Date | null; forever: boolean | null }[]>`
    SELECT nullif(max(excluded_until), 'infinity') AS until, max(excluded_until) = 'infinity' AS forever
    FROM self_excluded_addresses WHERE address_hash = ANY(${[...marks]}::bytea[])`;
  return row?.forever === true ? Infinity : (row?.until?.getTime() ?? 0);
}

/** Returns the end of an exclusion as SQL. JavaScript dates cannot be infinite, so the value is passed as text. */
export const untilToSql = (sql: Sql, untilMs: number) =>
  sql`${untilMs === Infinity ? 'infinity' : new Date(untilMs).toISOString()}::text::timestamptz`;

/** Stores the end of an exclusion for each mark. A mark with a later stored end keeps that end. */
export async function storeMarks(tx: Transaction, marks: ExclusionMarks, untilMs: number): Promise<void> {
  if (marks.length === 0) return;
  await tx`
    INSERT INTO self_excluded_addresses (address_hash, excluded_until)
    SELECT DISTINCT mark, ${untilToSql(tx, untilMs)} FROM unnest(${[...marks]}::bytea[]) AS mark
    ORDER BY mark
    ON CONFLICT (address_hash) DO UPDATE
    SET excluded_until = greatest(self_excluded_addresses.excluded_until, excluded.excluded_until)`;
}

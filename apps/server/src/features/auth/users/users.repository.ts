import { invariant } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { TokenKind } from '../one-time-tokens/one-time-token.ts';
import type { AuthUser, Metadata } from './auth-user.ts';

type Row = {
  id: string;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  is_anonymous: boolean;
  user_metadata: Metadata;
  last_sign_in_at: Date | null;
  banned_until: Date | null;
  created_at: Date;
  updated_at: Date;
};

const toUser = (row: Row): AuthUser => ({
  id: row.id,
  email: row.email,
  phone: row.phone,
  passwordHash: row.password_hash,
  emailConfirmedAt: row.email_confirmed_at,
  phoneConfirmedAt: row.phone_confirmed_at,
  confirmationSentAt: row.confirmation_sent_at,
  recoverySentAt: row.recovery_sent_at,
  newEmail: row.new_email,
  emailChangeSentAt: row.email_change_sent_at,
  isAnonymous: row.is_anonymous,
  metadata: row.user_metadata,
  lastSignInAt: row.last_sign_in_at,
  bannedUntil: row.banned_until,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export type NewUser = {
  readonly id: string;
  readonly email: string | null;
  readonly metadata: Metadata;
  readonly now: Date;
};

/**
 * Inserts a user with an unconfirmed address, or an anonymous user if the address is null. Returns null if another user
 * has the address, even one that a concurrent sign-up created.
 */
export async function insertUser(sql: Sql, { id, email, metadata, now }: NewUser): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`
    INSERT INTO auth_users (id, email, is_anonymous, user_metadata, created_at, updated_at)
    VALUES (${id}, ${email}, ${email === null}, ${sql.json(metadata)}, ${now}, ${now})
    ON CONFLICT (email) WHERE email IS NOT NULL DO NOTHING
    RETURNING *`;
  return row ? toUser(row) : null;
}

export async function findUserById(sql: Sql, id: string): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_users WHERE id = ${id}`;
  return row ? toUser(row) : null;
}

/**
 * Finds and locks the user until the transaction ends. The lock allows other transactions to insert rows that refer to
 * the user, because a transaction that has locked the user's settings may insert a log entry.
 */
export async function lockUser(sql: Sql, id: string): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_users WHERE id = ${id} FOR NO KEY UPDATE`;
  return row ? toUser(row) : null;
}

/**
 * Locks the user for a change of credentials or a log entry. All such transactions lock the user first, so they run one
 * after the other and never deadlock.
 */
export async function lockUserForChange(tx: Transaction, userId: string): Promise<void> {
  await tx`SELECT 1 FROM auth_users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** Finds and locks the user with this address. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<AuthUser | null> {
  const [row] = await tx<Row[]>`SELECT * FROM auth_users WHERE email = ${email} FOR NO KEY UPDATE`;
  return row ? toUser(row) : null;
}

/**
 * Finds and locks a user with a pending change of address that has this old or new address. If there are several,
 * prefers the user whose current address this is, then the latest change.
 */
export async function lockUserByEmailChange(tx: Transaction, email: string): Promise<AuthUser | null> {
  const [row] = await tx<Row[]>`
    SELECT * FROM auth_users WHERE new_email = ${email} OR (email = ${email} AND new_email IS NOT NULL)
    ORDER BY email = ${email} DESC NULLS LAST, email_change_sent_at DESC NULLS LAST LIMIT 1 FOR NO KEY UPDATE`;
  return row ? toUser(row) : null;
}

export type PasswordOwner = { readonly user: AuthUser; readonly passwordHash: string | null };

/**
 * Returns the user who signs in with this address, and their password hash. Until the address is confirmed, this is the
 * hash of the latest sign-up.
 */
export async function findPasswordOwner(sql: Sql, email: string): Promise<PasswordOwner | null> {
  const [row] = await sql<(Row & { pending_hash: string | null })[]>`
    SELECT u.*, t.password_hash AS pending_hash
    FROM auth_users u LEFT JOIN auth_one_time_tokens t
      ON t.user_id = u.id AND t.kind = 'signup' AND u.email_confirmed_at IS NULL
    WHERE u.email = ${email}`;
  return row ? { user: toUser(row), passwordHash: row.password_hash ?? row.pending_hash } : null;
}

/** Stores the time of a sign-in. */
export async function recordSignIn(sql: Sql, id: string, now: Date): Promise<AuthUser> {
  const [row] = await sql<Row[]>`UPDATE auth_users SET last_sign_in_at = ${now} WHERE id = ${id} RETURNING *`;
  invariant(row !== undefined, 'a user who signs in exists');
  return toUser(row);
}

/** Removes the password of a user. The user can then sign in only by a recovery mail. */
export async function clearPassword(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx`UPDATE auth_users SET password_hash = NULL, updated_at = ${now} WHERE id = ${id}`;
}

/** Stores a new hash of the same password, with a higher cost. */
export async function replaceHash(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql`UPDATE auth_users SET password_hash = ${passwordHash} WHERE id = ${id}`;
}

export type ConfirmedAddress = {
  readonly email: string;
  /** New password hash; null if the password does not change. */
  readonly passwordHash: string | null;
  /** New metadata; null if the metadata does not change. */
  readonly metadata: Metadata | null;
  readonly now: Date;
};

/** Stores the confirmed address of a user. An anonymous user becomes a full one. */
export async function confirmUserAddress(
  tx: Transaction,
  id: string,
  { email, passwordHash, metadata, now }: ConfirmedAddress,
): Promise<AuthUser> {
  const [row] = await tx<Row[]>`
    UPDATE auth_users SET
      email = ${email}, email_confirmed_at = ${now}, is_anonymous = false, new_email = nullif(new_email, ${email}),
      password_hash = coalesce(${passwordHash}, password_hash),
      user_metadata = coalesce(${metadata && tx.json(metadata)}, user_metadata), updated_at = ${now}
    WHERE id = ${id} RETURNING *`;
  invariant(row !== undefined, 'the person was locked before');
  return toUser(row);
}

/** Deletes other users' unconfirmed sign-ups with this address. Returns true if another user has confirmed it. */
export async function isTakenByAnother(tx: Transaction, email: string, id: string): Promise<boolean> {
  await tx`DELETE FROM auth_users WHERE email = ${email} AND email_confirmed_at IS NULL AND id <> ${id}`;
  return (await tx`SELECT 1 FROM auth_users WHERE email = ${email} AND id <> ${id}`).length > 0;
}

/** Replaces the metadata of a user and, unless it is null, the password hash. */
export async function changeUser(
  sql: Sql,
  id: string,
  change: { readonly metadata: Metadata; readonly passwordHash: string | null; readonly now: Date },
): Promise<AuthUser> {
  const [row] = await sql<Row[]>`
    UPDATE auth_users SET user_metadata = ${sql.json(change.metadata)}, updated_at = ${change.now},
           password_hash = coalesce(${change.passwordHash}, password_hash)
    WHERE id = ${id} RETURNING *`;
  invariant(row !== undefined, 'the person was locked before');
  return toUser(row);
}

const MAILED_AT = {
  signup: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Record<TokenKind, string>;

/** Stores the time at which a mail of this kind was sent to a user. */
export async function recordMailSent(sql: Sql, id: string, kind: TokenKind, now: Date): Promise<void> {
  await sql`UPDATE auth_users SET ${sql(MAILED_AT[kind])} = ${now} WHERE id = ${id}`;
}

/** Stores the address that a user requested. It replaces the current address after it is confirmed. */
export async function recordRequestedEmail(tx: Transaction, id: string, newEmail: string, now: Date): Promise<void> {
  await tx`UPDATE auth_users SET new_email = ${newEmail}, email_change_sent_at = ${now} WHERE id = ${id}`;
  await tx`DELETE FROM auth_one_time_tokens WHERE user_id = ${id} AND kind = 'email_change'`;
}

/** Deletes the address that a user requested and has not confirmed yet. */
export async function clearNewAddress(tx: Transaction, id: string): Promise<void> {
  await tx`UPDATE auth_users SET new_email = NULL WHERE id = ${id}`;
}

/** True if a user has confirmed this address. */
export async function isConfirmedAddress(sql: Sql, email: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM auth_users WHERE email = ${email} AND email_confirmed_at IS NOT NULL`).length > 0;
}

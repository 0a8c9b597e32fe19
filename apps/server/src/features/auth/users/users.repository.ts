import { invariant } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
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
  readonly passwordHash: string | null;
  readonly metadata: Metadata;
  readonly now: Date;
};

/** Adds a person, confirmed if he came with an address; null if the address is taken, also by a sign-up in parallel. */
export async function insertUser(sql: Sql, user: NewUser): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`
    INSERT INTO auth_users (id, email, password_hash, email_confirmed_at, is_anonymous, user_metadata, last_sign_in_at,
                            created_at, updated_at)
    VALUES (${user.id}, ${user.email}, ${user.passwordHash}, ${user.email === null ? null : user.now}, ${user.email === null},
            ${sql.json(user.metadata)}, ${user.now}, ${user.now}, ${user.now})
    ON CONFLICT (email) WHERE email IS NOT NULL DO NOTHING
    RETURNING *`;
  return row ? toUser(row) : null;
}

export async function findUserById(sql: Sql, id: string): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_users WHERE id = ${id}`;
  return row ? toUser(row) : null;
}

/** The same, keeping everybody else from changing the person until the transaction ends. */
export async function lockUser(sql: Sql, id: string): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_users WHERE id = ${id} FOR UPDATE`;
  return row ? toUser(row) : null;
}

export async function findUserByEmail(sql: Sql, email: string): Promise<AuthUser | null> {
  const [row] = await sql<Row[]>`SELECT * FROM auth_users WHERE email = ${email}`;
  return row ? toUser(row) : null;
}

/** Notes a sign-in, with a stronger hash of the password where one was made on the way. */
export async function noteSignIn(sql: Sql, id: string, rehash: string | null, now: Date): Promise<AuthUser> {
  const [row] = await sql<Row[]>`
    UPDATE auth_users SET last_sign_in_at = ${now}, password_hash = coalesce(${rehash}, password_hash)
    WHERE id = ${id} RETURNING *`;
  invariant(row !== undefined, 'somebody who signs in exists');
  return toUser(row);
}

/** Replaces metadata and, unless null, the password hash. */
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

/** Notes when a person was last sent a mail of this kind. */
export async function noteMailed(sql: Sql, id: string, kind: TokenKind, now: Date): Promise<void> {
  await sql`UPDATE auth_users SET ${sql(MAILED_AT[kind])} = ${now} WHERE id = ${id}`;
}

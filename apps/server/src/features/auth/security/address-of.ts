import type { Sql } from '#platform/persistence/database.ts';
import type { AuthUser } from '../users/auth-user.ts';

/**
 * Returns the e-mail address for mails about an account; null if the account has none. If a hosted project keeps the
 * address, the profile contains a copy of it.
 */
export async function addressOf(sql: Sql, { id, email }: Pick<AuthUser, 'id' | 'email'>): Promise<string | null> {
  if (email !== null) return email;
  const [profile] = await sql<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${id}`;
  return profile?.email ?? null;
}

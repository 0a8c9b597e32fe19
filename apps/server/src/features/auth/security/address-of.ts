import type { Sql } from '#platform/persistence/database.ts';
import type { AuthUser } from '../users/auth-user.ts';

/**
 * Returns the address that mails about an account go to; null: it has none. A hosted project keeps the address itself,
 * and the profile has the copy.
 */
export async function addressOf(sql: Sql, { id, email }: Pick<AuthUser, 'id' | 'email'>): Promise<string | null> {
  if (email !== null) return email;
  const [profile] = await sql<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${id}`;
  return profile?.email ?? null;
}

import type { Actor } from '#features/accounts/index.ts';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * Returns a user as the actor of their own automation, which has no session. A second factor that is set counts as
 * passed, because the user chose real automation in a session that had passed it. The factors of users of a hosted
 * project cannot be read here, so they count as not set. Returns null if there is no such user.
 */
export async function readAutomationActor(sql: Sql, userId: string): Promise<Actor | null> {
  const [row] = await sql<{ is_anonymous: boolean; has_factor: boolean }[]>`
    SELECT u.is_anonymous,
           EXISTS (SELECT 1 FROM auth_factors f WHERE f.user_id = u.id AND f.status = 'verified') AS has_factor
    FROM auth_users u WHERE u.id = ${userId}`;
  if (row === undefined) return null;
  return { userId, isAnonymous: row.is_anonymous, aal: row.has_factor ? 'aal2' : 'aal1', scopes: null };
}

import type { Database } from '#platform/persistence/database.ts';

/**
 * Returns the public key that browsers send as `apikey`. It is created once per installation; if several processes
 * start at the same time, the key of the first is used.
 * @param randomBytes cryptographically strong
 */
export async function publishableKeyOf(db: Database, randomBytes: (length: number) => Buffer): Promise<string> {
  const fresh = `sb_publishable_${randomBytes(24).toString('base64url')}`;
  await db.sql`
    INSERT INTO installation (key, value) VALUES ('auth.publishable_key', ${db.sql.json(fresh)})
    ON CONFLICT (key) DO NOTHING`;
  const [row] = await db.sql<{ key: string }[]>`
    SELECT value #>> '{}' AS key FROM installation WHERE key = 'auth.publishable_key'`;
  return row?.key ?? fresh;
}

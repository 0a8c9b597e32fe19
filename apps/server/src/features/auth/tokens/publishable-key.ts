import type { Database } from '#platform/persistence/database.ts';

/**
 * The key browsers send along as `apikey`: opaque, public, made once per installation. Of several processes starting at
 * once the first one's stays.
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

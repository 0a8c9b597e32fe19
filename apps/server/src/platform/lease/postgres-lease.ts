import type { IdSource } from '@vigia/core/kernel';
import type { Database } from '../persistence/database.ts';
import type { HeldLease, Lease } from './lease.ts';

/** Leases as rows: the database's clock alone decides who owns what, so that a wrong clock on a machine hurts nobody. */
export function createPostgresLease(db: Database, ids: IdSource): Lease {
  const owner = ids.next();
  const { sql } = db;
  return {
    async acquire(name, ttlMs) {
      const rows = await sql<{ fence: number }[]>`
        INSERT INTO leases AS held (name, owner, fence, expires_at)
        VALUES (${name}, ${owner}, 1, now() + ${ttlMs} * interval '1 millisecond')
        ON CONFLICT (name) DO UPDATE SET
          owner = excluded.owner,
          -- A renewal keeps the fence; a lease that has run out gets a new one even for its last owner.
          fence = held.fence + CASE WHEN held.owner = excluded.owner AND held.expires_at > now() THEN 0 ELSE 1 END,
          expires_at = excluded.expires_at
        WHERE held.owner = excluded.owner OR held.expires_at <= now()
        RETURNING fence`;
      return rows[0] ? { name, fence: BigInt(rows[0].fence) } : null;
    },

    async holds({ name, fence }: HeldLease) {
      const rows = await sql`
        SELECT 1 FROM leases
        WHERE name = ${name} AND owner = ${owner} AND fence = ${fence.toString()} AND expires_at > now()`;
      return rows.length > 0;
    },

    /** The row stays with its fence: the next owner's must be higher. */
    async release({ name, fence }: HeldLease) {
      await sql`
        UPDATE leases SET expires_at = '-infinity' WHERE name = ${name} AND owner = ${owner} AND fence = ${fence.toString()}`;
    },
  };
}

import type { IdSource } from '@vigia/core/kernel';
import type { Database } from '../persistence/database.ts';
import type { HeldLease, Leases, Standing } from './lease.ts';

/**
 * Leases as rows: the database's clock alone decides who owns what, so that a wrong clock on a machine hurts nobody.
 * @param ttlMs how long a lease, and a place among the seekers, lasts without being renewed
 */
export function createPostgresLeases(db: Pick<Database, 'sql'>, ids: IdSource, ttlMs: number): Leases {
  const me = ids.next();
  const { sql } = db;
  // By the time it is written, not the statement's beginning, which may lie a wait behind.
  const later = () => sql`clock_timestamp() + ${ttlMs} * interval '1 millisecond'`;
  const areMine = (held: readonly HeldLease[]) => sql`
    owner = ${me} AND (name, fence) IN (
      SELECT * FROM unnest(${held.map(({ name }) => name)}::text[], ${held.map(({ fence }) => String(fence))}::bigint[]))`;
  return {
    async take(names, most) {
      await sql`
        INSERT INTO leases (name, owner, fence, expires_at)
        SELECT name, '', 0, '-infinity' FROM unnest(${[...names]}::text[]) AS name ON CONFLICT DO NOTHING`;
      // One that a write of its last owner still holds on to is passed over: the next look takes it.
      const taken = await sql<{ name: string; fence: number }[]>`
        WITH free AS MATERIALIZED (
          SELECT name FROM leases WHERE name = ANY(${[...names]}::text[]) AND expires_at <= now()
          ORDER BY name LIMIT ${most} FOR UPDATE SKIP LOCKED)
        UPDATE leases SET owner = ${me}, fence = fence + 1, expires_at = ${later()}
        FROM free WHERE leases.name = free.name RETURNING leases.name, fence`;
      return taken.map(({ name, fence }) => ({ name, fence: BigInt(fence) }));
    },

    async renew(held) {
      const renewed = await sql<{ name: string }[]>`
        UPDATE leases SET expires_at = ${later()} WHERE ${areMine(held)} AND expires_at > now() RETURNING name`;
      return new Set(renewed.map(({ name }) => name));
    },

    /** The rows stay with their fences: the next owner's must be higher. */
    async release(held) {
      await sql`UPDATE leases SET expires_at = '-infinity' WHERE ${areMine(held)}`;
    },

    async join(kind) {
      const [standing] = await sql<[Standing]>`
        WITH myself AS (
          INSERT INTO members (kind, id, expires_at) VALUES (${kind}, ${me}, ${later()})
          ON CONFLICT (kind, id) DO UPDATE SET expires_at = excluded.expires_at)
        SELECT count(*)::int + 1 AS members, count(*) FILTER (WHERE id < ${me})::int AS place
        FROM members WHERE kind = ${kind} AND id <> ${me} AND expires_at > now()`;
      return standing;
    },

    /** Takes along who ended without a word. */
    async leave(kind) {
      await sql`DELETE FROM members WHERE kind = ${kind} AND (id = ${me} OR expires_at < now() - interval '1 hour')`;
    },
  };
}

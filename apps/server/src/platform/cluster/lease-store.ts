import type { IdSource } from '@vigia/core/kernel';
import type { Database } from '../persistence/database.ts';

/**
 * The right to do some work exclusively. `fence` is the fencing token. It grows with each new holder, and writes with
 * an old token are refused.
 */
export type Lease = { readonly name: string; readonly fence: bigint };

/** The position of a process among the processes that share the shards of a kind. It determines the fair share. */
export type GroupPosition = {
  /** Number of processes in the group, including this one. */
  readonly members: number;
  /** Number of members listed before this one. Two members can have the same index only briefly. */
  readonly index: number;
};

/**
 * Leases as database rows. Only the clock of the database decides who holds a lease, so a wrong clock on a machine has
 * no effect. If the database clock is set back, an expiry is implausibly far ahead. The lease then counts as free, and
 * the fencing token refuses the writes of its last holder. Every method may reject while the database is unavailable.
 */
export class LeaseStore {
  readonly #sql: Database['sql'];
  readonly #holder: string;
  readonly #ttlMs: number;

  /**
   * Creates a store.
   * @param ids source of the name under which this process holds leases
   * @param ttlMs time for which a lease and a group membership last without renewal
   */
  constructor({ sql }: Pick<Database, 'sql'>, ids: IdSource, ttlMs: number) {
    this.#sql = sql;
    this.#holder = ids.next();
    this.#ttlMs = ttlMs;
  }

  /**
   * Acquires up to `most` of the leases that have no holder, each with a higher fencing token. It does not wait for
   * locks.
   */
  async acquire(names: readonly string[], most: number): Promise<Lease[]> {
    const sql = this.#sql;
    await sql`
      INSERT INTO leases (name, owner, fence, expires_at)
      SELECT name, '', 0, '-infinity' FROM unnest(${[...names]}::text[]) AS name ON CONFLICT DO NOTHING`;
    // SKIP LOCKED skips a row that a transaction of the last holder still locks. The next attempt tries it again.
    const acquired = await sql<{ name: string; fence: number }[]>`
      WITH free AS MATERIALIZED (
        SELECT name FROM leases WHERE name = ANY(${[...names]}::text[]) AND NOT ${this.#isLive()}
        ORDER BY name LIMIT ${most} FOR UPDATE SKIP LOCKED)
      UPDATE leases SET owner = ${this.#holder}, fence = fence + 1, expires_at = ${this.#expiry()}
      FROM free WHERE leases.name = free.name RETURNING leases.name, fence`;
    return acquired.map(({ name, fence }) => ({ name, fence: BigInt(fence) }));
  }

  /**
   * Extends these leases and returns the names of the leases that this process still holds. It does not wait for writes
   * of the holder.
   */
  async renew(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    const renewed = await this.#sql<{ name: string }[]>`
      UPDATE leases SET expires_at = ${this.#expiry()}
      WHERE ${this.#isHeldHere(leases)} AND expires_at > now() RETURNING name`;
    return new Set(renewed.map(({ name }) => name));
  }

  /**
   * Releases these leases, except leases with another holder. The rows and their tokens are kept, because the token of
   * the next holder must be higher.
   */
  async release(leases: readonly Lease[]): Promise<void> {
    await this.#sql`UPDATE leases SET expires_at = '-infinity' WHERE ${this.#isHeldHere(leases)}`;
  }

  /** Joins the processes that share a kind of work, or renews the membership. Returns the position in the group. */
  async join(kind: string): Promise<GroupPosition> {
    const [position] = await this.#sql<[GroupPosition]>`
      WITH myself AS (
        INSERT INTO members (kind, id, expires_at) VALUES (${kind}, ${this.#holder}, ${this.#expiry()})
        ON CONFLICT (kind, id) DO UPDATE SET expires_at = excluded.expires_at)
      SELECT count(*)::int + 1 AS members, count(*) FILTER (WHERE id < ${this.#holder})::int AS index
      FROM members WHERE kind = ${kind} AND id <> ${this.#holder} AND ${this.#isLive()}`;
    return position;
  }

  /** Leaves the group, and deletes members that ended without leaving. */
  async leave(kind: string): Promise<void> {
    await this.#sql`
      DELETE FROM members
      WHERE kind = ${kind}
        AND (id = ${this.#holder} OR expires_at NOT BETWEEN now() - interval '1 hour' AND now() + interval '1 hour')`;
  }

  /**
   * Returns SQL of the new expiry. It counts from the moment of the write, because the statement may have waited for a
   * lock.
   */
  #expiry() {
    return this.#sql`clock_timestamp() + ${this.#ttlMs} * interval '1 millisecond'`;
  }

  /**
   * Returns an SQL condition for a valid lease: its expiry is in the future, but not further ahead than a renewal can
   * set it.
   */
  #isLive() {
    return this.#sql`(expires_at > now() AND expires_at <= now() + ${2 * this.#ttlMs} * interval '1 millisecond')`;
  }

  #isHeldHere(leases: readonly Lease[]) {
    const [names, fences] = [leases.map(({ name }) => name), leases.map(({ fence }) => String(fence))];
    return this.#sql`owner = ${this.#holder} AND (name, fence) IN (
      SELECT * FROM unnest(${names}::text[], ${fences}::bigint[]))`;
  }
}

/**
 * Returns the number of leases that a member may hold. The shares of all members add up to the number of leases and
 * differ by at most one.
 */
export const fairShare = (leases: number, { members, index }: GroupPosition): number =>
  Math.floor(leases / members) + (index < leases % members ? 1 : 0);

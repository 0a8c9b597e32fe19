import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';

/** A signal that was traded on paper and on a demo account. Returns are per unit staked. */
export type SignalPair = {
  readonly broker: BrokerId;
  readonly entry_time: Date;
  /** Time at which both results are known. */
  readonly ends_at: Date;
  readonly paper_return: number;
  readonly demo_return: number;
};

/** Largest distance of the entries of two trades on one signal. An order may be 3 s late, and wait for a second. */
const SAME_SIGNAL = '5 seconds';
const MOST_PAIRS = 500;

/**
 * Returns the latest pairs of a user, the oldest first: a decided automatic trade on a demo account, and the nearest
 * one on paper with the same prices, asset, direction and length within 5 s.
 */
export const findSignalPairs = (sql: Sql, userId: string): Promise<SignalPair[]> => sql<SignalPair[]>`
  WITH demo AS MATERIALIZED (
    SELECT * FROM trades d
    WHERE d.user_id = ${userId} AND d.account = 'demo' AND d.automation_id IS NOT NULL
      AND d.status IN ('won', 'lost', 'expired')
    ORDER BY d.entry_time DESC, d.id DESC LIMIT ${MOST_PAIRS})
  SELECT broker, entry_time, ends_at, paper_return, demo_return FROM (
    SELECT DISTINCT ON (p.id) d.broker, least(d.entry_time, p.entry_time) AS entry_time,
           greatest(d.expiry_time, p.expiry_time, d.settled_at, p.settled_at) AS ends_at,
           p.profit_minor::float8 / p.stake_minor AS paper_return,
           d.profit_minor::float8 / d.stake_minor AS demo_return
    FROM demo d CROSS JOIN LATERAL (
      SELECT * FROM trades t
      WHERE t.user_id = d.user_id AND t.entry_time >= d.entry_time - ${SAME_SIGNAL}::interval
        AND t.entry_time <= d.entry_time + ${SAME_SIGNAL}::interval AND t.broker = 'mock'
        AND t.automation_id IS NOT NULL AND t.status IN ('won', 'lost', 'expired') AND t.source = d.source
        AND t.symbol = d.symbol AND t.direction = d.direction
        AND (t.duration_min, t.duration_s) IS NOT DISTINCT FROM (d.duration_min, d.duration_s)
      ORDER BY abs(extract(epoch FROM t.entry_time - d.entry_time)), t.id LIMIT 1) p
    ORDER BY p.id, abs(extract(epoch FROM p.entry_time - d.entry_time))) pairs
  ORDER BY entry_time`;

import type { AutomationKind, Direction, PriceSource } from '@vigia/core/vocabulary';
import { inShards } from '#platform/ownership/in-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** A stored signal whose owner trades it by himself, and about which nothing has been decided yet. */
export type AwaitedSignal = {
  readonly automation: AutomationKind;
  /** The setup or strategy. */
  readonly automationId: string;
  readonly userId: string;
  readonly signalId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly expiryMinutes: number;
  /** Whose prices it was found in. */
  readonly source: PriceSource;
};

/** From a signal's entry to its publication, with room for a database that was away meanwhile. */
const PUBLISHED_WITHIN_MS = 60 * 60_000;

/** Some signals by their ids, or all of some shards that were published since a moment. */
export type AwaitedScope =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'since'; readonly sinceMs: number; readonly shards: readonly Shard[] };

/**
 * Signals that wait for a decision, oldest first: of setups and strategies that run and trade by themselves. Looked for by
 * time it leaves out what was published before the last change of its setup: it may not have traded by itself then.
 */
export function findAwaited(sql: Sql, scope: AwaitedScope): Promise<AwaitedSignal[]> {
  const isMeant =
    scope.kind === 'ids'
      ? sql`s.id = ANY(${[...scope.ids]}::uuid[])`
      : // By entry time too, since that has an index.
        sql`s.entry_time_ms >= ${scope.sinceMs - PUBLISHED_WITHIN_MS} AND s.published_at >= ${new Date(scope.sinceMs)}
            AND s.published_at >= p.updated_at AND ${inShards(sql, sql`p.user_id`, scope.shards)}`;
  const columns = sql`
    s.id AS "signalId", p.user_id AS "userId", s.body ->> 'direction' AS direction, s.entry_time_ms AS "entryTimeMs",
    ((s.expiration_ms - s.entry_time_ms) / 60000)::int AS "expiryMinutes", v.asset AS symbol,
    s.body ->> 'source' AS source`;
  const isAwaited = sql`
    p.user_id IS NOT NULL AND p.auto_trade AND p.archived_at IS NULL AND ${isMeant}
    AND NOT EXISTS (SELECT 1 FROM automation_decisions d WHERE d.signal_id = s.id)`;
  return sql<AwaitedSignal[]>`
    SELECT ${columns}, 'pcr' AS automation, p.id AS "automationId"
    FROM pcr_signals s JOIN pcr_setups p ON p.id = s.setup_id
    JOIN pcr_setup_versions v ON v.setup_id = s.setup_id AND v.version = s.version
    WHERE ${isAwaited} AND p.is_active
    UNION ALL
    SELECT ${columns}, 'strategy', p.id
    FROM strategy_signals s JOIN strategies p ON p.id = s.strategy_id
    JOIN strategy_versions v ON v.strategy_id = s.strategy_id AND v.version = s.version
    WHERE ${isAwaited} AND p.status = 'active'
    ORDER BY "entryTimeMs", "signalId"`;
}

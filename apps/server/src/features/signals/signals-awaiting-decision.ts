import type { TradeLength } from '@vigia/core/trades';
import type { AutomationKind, Direction, PriceSource } from '@vigia/core/vocabulary';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { lengthOfSignal } from './signal-length.ts';

/** A stored signal of an auto-trading setup or strategy that has no decision yet. */
export type SignalAwaitingDecision = {
  readonly automation: AutomationKind;
  /** Id of the setup or strategy. */
  readonly automationId: string;
  readonly userId: string;
  readonly signalId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly length: TradeLength;
  /** Price source of the signal. */
  readonly source: PriceSource;
};

type AwaitedRow = Omit<SignalAwaitingDecision, 'length'> & {
  readonly expirationMs: number;
  readonly ticks: number | null;
};

const toAwaited = ({ expirationMs, ticks, ...signal }: AwaitedRow): SignalAwaitingDecision => ({
  ...signal,
  length: lengthOfSignal({
    entry_time_ms: signal.entryTimeMs,
    expiration_ms: expirationMs,
    expiry_ticks: ticks ?? undefined,
  }),
});

/** Longest time in milliseconds from a signal's entry to its publication, even with a database outage in between. */
const PUBLISHED_WITHIN_MS = 60 * 60_000;

/** Selects signals by id, or the signals of some shards that were published since a time. */
export type AwaitingDecisionScope =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'since'; readonly sinceMs: number; readonly shards: readonly Shard[] };

/**
 * Reads the undecided signals of active setups and strategies with auto-trading on, oldest first. The `since` scope
 * leaves out signals that were published before the last change of their setup, because auto-trading may have been off
 * then.
 */
export async function findSignalsAwaitingDecision(
  sql: Sql,
  scope: AwaitingDecisionScope,
): Promise<SignalAwaitingDecision[]> {
  const isMeant =
    scope.kind === 'ids'
      ? sql`s.id = ANY(${[...scope.ids]}::uuid[])`
      : // The entry time is limited too, because it has an index.
        sql`s.entry_time_ms >= ${scope.sinceMs - PUBLISHED_WITHIN_MS} AND s.published_at >= ${new Date(scope.sinceMs)}
            AND s.published_at >= p.updated_at AND ${isInShardsSql(sql, sql`p.user_id`, scope.shards)}`;
  const columns = sql`
    s.id AS "signalId", p.user_id AS "userId", s.body ->> 'direction' AS direction, s.entry_time_ms AS "entryTimeMs",
    s.expiration_ms AS "expirationMs", (s.body ->> 'expiry_ticks')::int AS ticks, v.asset AS symbol,
    s.body ->> 'source' AS source`;
  const isAwaited = sql`
    p.user_id IS NOT NULL AND p.auto_trade AND p.archived_at IS NULL AND ${isMeant}
    AND NOT EXISTS (SELECT 1 FROM automation_decisions d WHERE d.signal_id = s.id)`;
  const rows = await sql<AwaitedRow[]>`
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
  return rows.map(toAwaited);
}

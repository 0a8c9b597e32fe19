import type { AutomationKind, SignalOutcome } from '@vigia/core/vocabulary';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql, SqlStatement } from '#platform/persistence/database.ts';
import { GENESIS_HASH } from './seal.ts';

/** The journal tables and columns, for setups and for strategies. */
const TABLES = {
  pcr: { signals: 'pcr_signals', outcomes: 'pcr_signal_outcomes', owner: 'setup_id', owners: 'pcr_setups' },
  strategy: {
    signals: 'strategy_signals',
    outcomes: 'strategy_signal_outcomes',
    owner: 'strategy_id',
    owners: 'strategies',
  },
} as const;

export type ChainEnd = { readonly seq: number; readonly hash: string };

/** The columns of a journal row except its body. */
export type SealedRow = {
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  readonly seq: number;
  readonly candleTime: number;
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** Canonical JSON of the body: exactly the text that was hashed. */
  readonly bodyText: string;
  readonly previousHash: string;
  readonly hash: string;
};

export type OutcomeRow = {
  readonly signalId: string;
  readonly outcome: Exclude<SignalOutcome, 'pending'>;
  readonly settlePrice: number | null;
};

export type StoredSignal = {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
  readonly published_at: Date;
};

/** Reads the end of the chain of each setup or strategy. Without signals, the end is the genesis hash. */
export async function findChainEnds(
  sql: Sql,
  kind: AutomationKind,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, ChainEnd>> {
  const { signals, owner } = TABLES[kind];
  const rows = await sql<{ owner_id: string; seq: number | null; hash: string | null }[]>`
    SELECT o.id AS owner_id, last.seq, last.hash
    FROM unnest(${[...ownerIds]}::uuid[]) AS o (id)
    LEFT JOIN LATERAL (SELECT seq, hash FROM ${sql(signals)} s WHERE s.${sql(owner)} = o.id
                       ORDER BY seq DESC LIMIT 1) last ON true`;
  return new Map(rows.map(({ owner_id, seq, hash }) => [owner_id, { seq: seq ?? 0, hash: hash ?? GENESIS_HASH }]));
}

/**
 * Stores hash-chained signals, except those for a candle for which their setup or strategy already has a signal.
 * @returns the ids that this call stored
 */
export async function insertSignals(
  sql: Sql,
  kind: AutomationKind,
  rows: readonly SealedRow[],
  publishedAt: Date,
): Promise<ReadonlySet<string>> {
  const { signals, owner } = TABLES[kind];
  // All rows are passed as one text parameter. As elements of an array, every body would have to be escaped.
  const text = `[${rows.map(({ bodyText, ...row }) => `${JSON.stringify(row).slice(0, -1)},"body":${bodyText}}`).join(',')}]`;
  const stored = await sql<{ id: string }[]>`
    INSERT INTO ${sql(signals)} (id, ${sql(owner)}, version, seq, candle_time, entry_time_ms, expiration_ms, body,
                                 previous_hash, hash, published_at)
    SELECT id, "ownerId", version, seq, "candleTime", "entryTimeMs", "expirationMs", body, "previousHash", hash,
      ${publishedAt}
    FROM jsonb_to_recordset(${text}::text::jsonb)
      AS t (id uuid, "ownerId" uuid, version int, seq int, "candleTime" bigint, "entryTimeMs" bigint, "expirationMs" bigint,
            body jsonb, "previousHash" text, hash text)
    ON CONFLICT (${sql(owner)}, candle_time) DO NOTHING
    RETURNING id`;
  return new Set(stored.map(({ id }) => id));
}

/** Returns the given signals that are stored. The writer calls it after the response to an insert was lost. */
export const findStoredSignals = (sql: Sql, kind: AutomationKind, ids: readonly string[]): Promise<StoredSignal[]> =>
  sql<StoredSignal[]>`
    SELECT id, seq, hash, published_at FROM ${sql(TABLES[kind].signals)} WHERE id = ANY(${[...ids]}::uuid[])`;

/** Stores outcomes of signals. An outcome that is already stored does not change. */
export async function insertOutcomes(
  sql: Sql,
  kind: AutomationKind,
  rows: readonly OutcomeRow[],
  decidedAt: Date,
): Promise<void> {
  await sql`
    INSERT INTO ${sql(TABLES[kind].outcomes)} (signal_id, outcome, settle_price, decided_at)
    SELECT id, outcome, price, ${decidedAt}
    FROM unnest(${rows.map(({ signalId }) => signalId)}::uuid[], ${rows.map(({ outcome }) => outcome)}::text[],
                ${rows.map(({ settlePrice }) => settlePrice)}::float8[]) AS t (id, outcome, price)
    ON CONFLICT (signal_id) DO NOTHING`;
}

export type UndecidedRow = {
  readonly id: string;
  readonly owner_id: string;
  readonly user_id: string | null;
  readonly version: number;
  readonly body: unknown;
  readonly entry_time_ms: number;
  readonly expiration_ms: number;
};

/** Reads the signals of some shards that have no outcome, oldest first for each setup or strategy. */
export function findUndecided(sql: Sql, kind: AutomationKind, shards: readonly Shard[]): Promise<UndecidedRow[]> {
  const { signals, outcomes, owner, owners } = TABLES[kind];
  return sql<UndecidedRow[]>`
    SELECT s.id, s.${sql(owner)} AS owner_id, p.user_id, s.version, s.body, s.entry_time_ms, s.expiration_ms
    FROM ${sql(signals)} s JOIN ${sql(owners)} p ON p.id = s.${sql(owner)}
    LEFT JOIN ${sql(outcomes)} o ON o.signal_id = s.id
    WHERE o.signal_id IS NULL AND ${isInShardsSql(sql, sql`p.user_id`, shards)} ORDER BY s.${sql(owner)}, s.seq`;
}

/** Returns the ids of the signals of some shards that were decided since a time. */
export async function findDecidedSince(
  sql: Sql,
  kind: AutomationKind,
  shards: readonly Shard[],
  sinceMs: number,
): Promise<readonly string[]> {
  const { signals, outcomes, owner, owners } = TABLES[kind];
  const rows = await sql<{ id: string }[]>`
    SELECT s.id FROM ${sql(outcomes)} o
    JOIN ${sql(signals)} s ON s.id = o.signal_id JOIN ${sql(owners)} p ON p.id = s.${sql(owner)}
    WHERE o.decided_at >= ${new Date(sinceMs)} AND ${isInShardsSql(sql, sql`p.user_id`, shards)}`;
  return rows.map(({ id }) => id);
}

export type ChainRow<Body = unknown> = {
  readonly id: string;
  readonly owner_id: string;
  readonly version: number;
  readonly seq: number;
  readonly candle_time: number;
  readonly entry_time_ms: number;
  readonly expiration_ms: number;
  readonly body: Body;
  readonly previous_hash: string;
  readonly hash: string;
};

/** Reads a page of the chain of one setup or strategy, in order, starting after `afterSeq`. */
export function findChainPart<Body>(
  sql: Sql,
  kind: AutomationKind,
  ownerId: string,
  page: { readonly afterSeq: number; readonly limit: number },
): Promise<ChainRow<Body>[]> {
  const { signals, owner } = TABLES[kind];
  return sql<ChainRow<Body>[]>`
    SELECT id, ${sql(owner)} AS owner_id, version, seq, candle_time, entry_time_ms, expiration_ms, body,
      previous_hash, hash
    FROM ${sql(signals)} WHERE ${sql(owner)} = ${ownerId} AND seq > ${page.afterSeq} ORDER BY seq LIMIT ${page.limit}`;
}

/**
 * Returns all setups or strategies that have a chain, and those that were ever on, whose chain may have been removed.
 */
export async function findChainAutomationIds(sql: Sql, kind: AutomationKind): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM ${sql(automationsTable(kind))} o WHERE ${hasChain(sql, kind)} ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Returns the name of the table of setups or of strategies. */
export const automationsTable = (kind: AutomationKind): string => TABLES[kind].owners;

/** Returns the condition that a setup or strategy `o` has a chain, or was ever on. */
export function hasChain(sql: Sql, kind: AutomationKind): SqlStatement {
  const { signals, owner } = TABLES[kind];
  return sql`(switches @> '[{"on": true}]' OR EXISTS (SELECT 1 FROM ${sql(signals)} s WHERE s.${sql(owner)} = o.id))`;
}

import { type Hash, type LeafKind } from '@vigia/core/evidence-log';
import type { Json } from '@vigia/core/kernel';
import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { LogStatement } from './log-rows.ts';

/** A stored fact that has no leaf yet. */
export type NewFact = {
  readonly kind: LeafKind;
  readonly fact_id: string;
  readonly step: number;
  readonly user_id: string | null;
  readonly at: Date;
  readonly fact: Json;
  readonly statement: LogStatement | null;
};

type Row = Omit<NewFact, 'kind' | 'statement'>;

/** Number of facts that one batch takes. The costs of a commit are shared by so many. */
const BATCH = 2_000;

/**
 * Reads stored facts without a leaf and hands them over in batches. All facts of a kind are read in one snapshot, so
 * the leaves that are appended meanwhile do not matter.
 * @param since time from which facts are read; null for all
 * @param append receives each batch, and returns false to stop
 * @returns false if it was stopped
 */
export async function forEachNewFactBatch(
  db: Database,
  sources: readonly FactSource[],
  since: Date | null,
  append: (facts: readonly NewFact[]) => Promise<boolean>,
): Promise<boolean> {
  const forgotten = await readForgotten(db.sql);
  if (forgotten.length > 0 && !(await append(forgotten))) return false;
  for (const source of sources) if (!(await appendUnlogged(db, source, since, append))) return false;
  return true;
}

type Append = (facts: readonly NewFact[]) => Promise<boolean>;

const appendUnlogged = (db: Database, source: FactSource, since: Date | null, append: Append): Promise<boolean> =>
  db.transaction(async (tx) => {
    for await (const rows of tx.cursor(unlogged(tx, source, since), BATCH))
      if (!(await append(toFacts(source, rows)))) return false;
    return true;
  });

const toFacts = ({ kind }: FactSource, rows: readonly Row[]): NewFact[] =>
  rows.map(({ fact_id, step, user_id, at, fact }) => ({ kind, fact_id, step, user_id, at, fact, statement: null }));

/**
 * Returns a query of facts without a leaf. Those since a time come from the oldest on. All facts come in no order, so
 * that the database need not sort them before the first batch. The limit in the subquery makes the planner look each
 * leaf up by its index, because it would otherwise read all leaves.
 */
const unlogged = (sql: Sql, { kind, query }: FactSource, since: Date | null) => sql<Row[]>`
  SELECT f.* FROM (${query(sql)}) f
  LEFT JOIN LATERAL (SELECT true AS is_logged FROM log_leaves l
                     WHERE l.fact_id = f.fact_id AND l.kind = ${kind} AND l.step = f.step LIMIT 1) l ON true
  WHERE ${since === null ? sql`true` : sql`f.at >= ${since}`} AND l.is_logged IS NULL
  ${since === null ? sql`` : sql`ORDER BY f.at`}`;

/** Reads the deleted people that the log has not stated yet. */
async function readForgotten(sql: Sql): Promise<NewFact[]> {
  const rows = await sql<{ tag: string }[]>`
    SELECT f.tag FROM log_forgotten f
    WHERE NOT EXISTS (SELECT 1 FROM log_leaves l WHERE l.fact_id = f.tag AND l.kind = 'log' AND l.step = 0)`;
  return rows.map(({ tag }) => {
    const statement: LogStatement = { event: 'forgotten', tag: tag.replaceAll('-', '') };
    return { kind: 'log', fact_id: tag, step: 0, user_id: null, at: new Date(0), fact: { ...statement }, statement };
  });
}

/** A stored fact with its leaf; without one, the columns of the leaf are null. */
export type LoggedFact = Row & {
  readonly index: number | null;
  readonly salt: Buffer | null;
  readonly commitment: Hash | null;
};

/** Returns a query of all facts of a kind with their leaves. */
export const loggedFacts = (sql: Sql, { kind, query }: FactSource) => sql<LoggedFact[]>`
  SELECT f.*, l.index, l.salt, l.commitment
  FROM (${query(sql)}) f
  LEFT JOIN log_leaves l ON l.fact_id = f.fact_id AND l.kind = ${kind} AND l.step = f.step`;

/** A leaf whose fact is no longer stored. */
type LonelyLeaf = { readonly index: number; readonly fact_id: string; readonly step: number };

/** Returns a query of the leaves of a kind whose fact is no longer stored. */
export const leavesWithoutFact = (sql: Sql, { kind, query }: FactSource) => sql<LonelyLeaf[]>`
  SELECT l.index, l.fact_id, l.step FROM log_leaves l
  WHERE l.kind = ${kind} AND l.fact_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM (${query(sql)}) f WHERE f.fact_id = l.fact_id AND f.step = l.step)
  ORDER BY l.index`;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Session } from '#platform/persistence/connection.ts';
import { errorCode, errorText } from '#platform/startup-error.ts';

/** Settings with which a server logs every statement with its values as JSON to a folder in its data folder. */
export const STATEMENT_LOG_SETTINGS = [
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_directory=statements',
  'log_rotation_size=0',
  'log_statement=all',
  'log_error_verbosity=default',
  'fsync=off',
];

/** A statement as it was executed, with its values as text. */
export type ExecutedStatement = { readonly text: string; readonly values: readonly (string | null)[] };

const Line = z.object({ message: z.string(), detail: z.string().optional(), user: z.string().optional() });

/**
 * Returns the logged statements, each text with at most `most` different sets of values. `isWanted` filters by the
 * database user.
 */
export function readStatements(
  cluster: string,
  isWanted: (user: string) => boolean,
  most = 3,
): readonly ExecutedStatement[] {
  const folder = join(cluster, 'statements');
  const found = new Map<string, Map<string, ExecutedStatement>>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const statement = line === '' ? null : parse(line, isWanted);
      if (statement === null) continue;
      const known = found.get(statement.text) ?? new Map<string, ExecutedStatement>();
      if (known.size < most) found.set(statement.text, known.set(JSON.stringify(statement.values), statement));
    }
  }
  return [...found.values()].flatMap((variants) => [...variants.values()]);
}

function parse(line: string, isWanted: (user: string) => boolean): ExecutedStatement | null {
  const { message, detail = '', user = '' } = Line.parse(JSON.parse(line));
  const text = /^(?:execute [^:]+|statement): (?<text>[^]*)$/.exec(message)?.groups?.['text']?.trim();
  if (text === undefined || !isWanted(user) || !/^(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return null;
  const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
  return { text, values };
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Plan Rows': z.number(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().default(1),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(Node).default([]);
  },
});
type Node = z.infer<typeof Node>;
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node })]) })]);

/** A plan node that reads a table without a suitable index, or discards most of its rows. */
export type WastefulPlanNode = {
  readonly table: string;
  readonly rows: number;
  readonly how: string;
  readonly statement: string;
};

/**
 * Codes unique_violation and foreign_key_violation of PostgreSQL. A logged statement may fail with one of them when it
 * is executed again. Its plan then comes from EXPLAIN without ANALYZE.
 */
const REPEAT_ERRORS = new Set(['23505', '23503']);

/**
 * Runs a statement under EXPLAIN ANALYZE and rolls it back.
 * @returns the plan nodes that read more than `mostRows` rows without using them
 */
export async function wastefulPlanNodes(
  sql: Session,
  statement: ExecutedStatement,
  mostRows: number,
): Promise<readonly WastefulPlanNode[]> {
  const plan = await explain(sql, statement, 'ANALYZE, TIMING OFF, ').catch((error: unknown) => {
    if (!REPEAT_ERRORS.has(errorCode(error)))
      throw new Error(`${statement.text}: ${errorText(error)}`, { cause: error });
    return explain(sql, statement, '');
  });
  const text = statement.text.replace(/\s+/g, ' ');
  return nodesOf(plan).flatMap((node) => wasteIn(node, mostRows, text));
}

async function explain(sql: Session, { text, values }: ExecutedStatement, options: string): Promise<Node> {
  let plan: Node | null = null;
  const undo = new Error('taken back');
  const outcome = sql.begin(async (tx) => {
    const rows = await tx.unsafe(`EXPLAIN (${options}FORMAT JSON) ${text}`, [...values]);
    plan = Explained.parse([...rows])[0]['QUERY PLAN'][0].Plan;
    throw undo;
  });
  await outcome.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (plan === null) throw undo;
  return plan;
}

const nodesOf = (node: Node): readonly Node[] => [node, ...node.Plans.flatMap(nodesOf)];

function wasteIn(node: Node, mostRows: number, statement: string): readonly WastefulPlanNode[] {
  const table = node['Relation Name'];
  const how = node['Node Type'];
  if (table === undefined) return [];
  const removed = node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  const rows =
    (how === 'Seq Scan' ? removed + (node['Actual Rows'] ?? node['Plan Rows']) : removed) * node['Actual Loops'];
  return rows > mostRows ? [{ table, rows, how, statement }] : [];
}

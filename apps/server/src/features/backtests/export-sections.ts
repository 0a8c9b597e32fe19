import {
  EXPORT_PAGE_ROWS,
  type ExportSection,
  longSection,
  type PageCursor,
  smallSection,
} from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const read = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ id: string; created_at: Date }[]>`
  SELECT id, kind, subject_id, request, variants, status, report, judgement, created_at, finished_at, forgotten_at
  FROM backtests WHERE user_id = ${userId} AND (created_at, id) > (${at}, ${id}::uuid)
  ORDER BY created_at, id LIMIT ${EXPORT_PAGE_ROWS}`;

const readFamilies = async (sql: Sql, userId: string) => {
  const rows = await sql<{ symbols: string[]; tries: number; rules: number; spent: Uint8Array; created_at: Date }[]>`
    SELECT symbols, tries, rules, spent, created_at, last_tried_at
    FROM data_families WHERE user_id = ${userId} ORDER BY created_at, id`;
  return rows.map(({ spent, ...family }) => ({ ...family, spent_worlds: spent.reduce((sum, is) => sum + is, 0) }));
};

/**
 * Export sections with a user's backtests and their reports, of which deleted ones appear without a report, and with
 * the tries on each family of data.
 */
export const BACKTEST_SECTIONS: readonly ExportSection[] = [
  longSection('backtests', read, ({ created_at: at, id }) => ({ at, id })),
  smallSection('data_families', 'many', readFamilies),
];

import { EXPORT_PAGE_ROWS, type ExportSection, longSection, type PageCursor } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const read = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ id: string; created_at: Date }[]>`
  SELECT id, kind, subject_id, request, variants, status, report, created_at, finished_at, forgotten_at
  FROM backtests WHERE user_id = ${userId} AND (created_at, id) > (${at}, ${id}::uuid)
  ORDER BY created_at, id LIMIT ${EXPORT_PAGE_ROWS}`;

/** Export section with a user's backtests and their reports; deleted ones appear without a report. */
export const BACKTEST_SECTIONS: readonly ExportSection[] = [
  longSection('backtests', read, ({ created_at: at, id }) => ({ at, id })),
];

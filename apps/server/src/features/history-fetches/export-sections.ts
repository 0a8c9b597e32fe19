import { type ExportSection, smallSection } from '#platform/export/export-section.ts';

/** Export section with the histories that a user fetched. Their candles belong to the broker and are not exported. */
export const HISTORY_FETCH_SECTIONS: readonly ExportSection[] = [
  smallSection(
    'history_fetches',
    'many',
    (sql, userId) => sql<{ id: string }[]>`
      SELECT id, broker, symbol, status, from_time, to_time, pages, pages_done, gaps, created_at, updated_at
      FROM history_fetches WHERE user_id = ${userId} ORDER BY created_at, id`,
  ),
];

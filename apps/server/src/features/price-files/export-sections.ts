import { type ExportSection, smallSection } from '#platform/export/export-section.ts';

/**
 * Export section with the price files of a user. It leaves out their candles, because the user has the original files.
 */
export const PRICE_FILE_SECTIONS: readonly ExportSection[] = [
  smallSection(
    'price_files',
    'many',
    (sql, userId) => sql<{ id: string }[]>`
      SELECT id, name, symbol, status, broker, candles, first_time, last_time, step_seconds, recognised, finding,
             time_zone, created_at, kept_at
      FROM price_files WHERE user_id = ${userId} ORDER BY created_at, id`,
  ),
];

import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readDrawings = (sql: Sql, userId: string) => sql`
  SELECT id, symbol, kind, from_time, from_price, to_time, to_price, words, created_at, updated_at
  FROM drawings WHERE user_id = ${userId} ORDER BY created_at, id`;

export const DRAWING_SECTIONS: readonly ExportSection[] = [smallSection('drawings', 'many', readDrawings)];

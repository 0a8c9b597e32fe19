import { EXPORT_PAGE_ROWS, type ExportSection, longSection, type PageCursor } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

type NoteRow = {
  readonly trade_id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly updated_at: Date;
};

const readNotes = (sql: Sql, userId: string, after: PageCursor) => sql<NoteRow[]>`
  SELECT trade_id, text, tags, updated_at FROM trade_notes
  WHERE user_id = ${userId} AND (updated_at, trade_id) > (${after.at}, ${after.id}::uuid)
  ORDER BY updated_at, trade_id LIMIT ${EXPORT_PAGE_ROWS}`;

/** Export section with a user's notes and tags on their trades. */
export const JOURNAL_SECTIONS: readonly ExportSection[] = [
  longSection('trade_notes', readNotes, ({ updated_at: at, trade_id: id }) => ({ at, id })),
];

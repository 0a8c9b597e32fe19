import { EXPORT_PAGE_ROWS, type ExportSection, longSection, type PageCursor } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readPage = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ signal_id: string; decided_at: Date }[]>`
  SELECT signal_id, automation, automation_id, decision, trade_id, code, reason,
    stake_minor / 100.0::float8 AS stake, step,
         decided_at
  FROM automation_decisions
  WHERE user_id = ${userId} AND (decided_at, signal_id) > (${at}, ${id}::uuid)
  ORDER BY decided_at, signal_id LIMIT ${EXPORT_PAGE_ROWS}`;

/** Export sections with the decisions about the signals of a user's own setups and strategies. */
export const DECISION_SECTIONS: readonly ExportSection[] = [
  longSection('automation_decisions', readPage, ({ decided_at: at, signal_id: id }) => ({ at, id })),
];

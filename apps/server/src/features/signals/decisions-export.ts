import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { EXPORT_PAGE_ROWS, type ExportSection, longSection, type PageCursor } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

type Row = {
  readonly signal_id: string;
  readonly decided_at: Date;
  readonly stake_minor: number | null;
  readonly currency: Currency;
};

/** Reads a page of decisions. If a stake opened no trade, its currency is that of the paper account. */
const readRows = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<Row[]>`
  SELECT d.signal_id, d.automation, d.automation_id, d.decision, d.trade_id, d.code, d.reason, d.stake_minor,
         coalesce(a.currency, ${PAPER_CURRENCY}) AS currency, d.step, d.decided_at
  FROM automation_decisions d LEFT JOIN trades t ON t.id = d.trade_id LEFT JOIN accounts a ON a.id = t.account_id
  WHERE d.user_id = ${userId} AND (d.decided_at, d.signal_id) > (${at}, ${id}::uuid)
  ORDER BY d.decided_at, d.signal_id LIMIT ${EXPORT_PAGE_ROWS}`;

async function readPage(sql: Sql, userId: string, after: PageCursor) {
  const rows = await readRows(sql, userId, after);
  return rows.map(({ stake_minor: stake, ...row }) => ({
    ...row,
    stake: stake === null ? null : formatMinor(minorUnits(stake), row.currency),
  }));
}

/** Export sections with the decisions about the signals of a user's own setups and strategies. */
export const DECISION_SECTIONS: readonly ExportSection[] = [
  longSection('automation_decisions', readPage, ({ decided_at: at, signal_id: id }) => ({ at, id })),
];

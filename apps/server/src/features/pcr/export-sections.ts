import {
  EXPORT_PAGE_ROWS,
  type ExportSection,
  longSection,
  type PageCursor,
  smallSection,
} from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readSetups = (sql: Sql, userId: string) => sql`
  SELECT id, name, asset, timeframe, price_source, is_active, auto_trade, version, definition, live_since,
    archived_at, created_at, updated_at
  FROM pcr_setups WHERE user_id = ${userId} ORDER BY created_at, id`;

const readVersions = (sql: Sql, userId: string) => sql`
  SELECT v.setup_id, v.version, v.asset, v.timeframe, v.price_source, v.definition, v.live_since, v.created_at
  FROM pcr_setup_versions v JOIN pcr_setups p ON p.id = v.setup_id
  WHERE p.user_id = ${userId} ORDER BY v.created_at, v.setup_id, v.version`;

const readSignals = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ id: string; published_at: Date }[]>`
  SELECT s.id, s.setup_id, s.seq, s.version, s.body, s.published_at, o.outcome, o.settle_price, o.decided_at
  FROM pcr_signals s JOIN pcr_setups p ON p.id = s.setup_id LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id
  WHERE p.user_id = ${userId} AND (s.published_at, s.id) > (${at}, ${id}::uuid)
  ORDER BY s.published_at, s.id LIMIT ${EXPORT_PAGE_ROWS}`;

/**
 * Export sections with a user's own setups (archived ones too), every version of their rules, and their published
 * signals.
 */
export const PCR_SECTIONS: readonly ExportSection[] = [
  smallSection('pcr_setups', 'many', readSetups),
  smallSection('pcr_setup_versions', 'many', readVersions),
  longSection('pcr_signals', readSignals, ({ published_at: at, id }) => ({ at, id })),
];

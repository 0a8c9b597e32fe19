import {
  EXPORT_PAGE_ROWS,
  type ExportSection,
  longSection,
  type PageCursor,
  smallSection,
} from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** Reads the strategies of a user with every version of their rules. */
const readStrategies = (sql: Sql, userId: string) => sql`
  SELECT s.id, s.name, s.description, s.type, s.asset, s.timeframe, s.price_source, s.parameters, s.status,
    s.auto_trade, s.version,
         s.live_since, s.archived_at, s.created_at, s.updated_at,
         (SELECT jsonb_agg(jsonb_build_object('version', v.version, 'type', v.type, 'asset', v.asset,
                                              'timeframe', v.timeframe, 'price_source', v.price_source, 'parameters', v.parameters,
                                              'created_at', v.created_at) ORDER BY v.version)
          FROM strategy_versions v WHERE v.strategy_id = s.id) AS versions
  FROM strategies s WHERE s.user_id = ${userId} ORDER BY s.created_at, s.id`;

const readSignals = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ id: string; published_at: Date }[]>`
  SELECT s.id, s.strategy_id, s.seq, s.body, s.published_at, o.outcome, o.settle_price, o.decided_at
  FROM strategy_signals s JOIN strategies p ON p.id = s.strategy_id
  LEFT JOIN strategy_signal_outcomes o ON o.signal_id = s.id
  WHERE p.user_id = ${userId} AND (s.published_at, s.id) > (${at}, ${id}::uuid)
  ORDER BY s.published_at, s.id LIMIT ${EXPORT_PAGE_ROWS}`;

/**
 * Reads how the messages of external strategies arrive. The hash of the address and the nonce of its key give access.
 */
const readDoors = (sql: Sql, userId: string) => sql`
  SELECT strategy_id, format, pattern, names, max_age_seconds, served_by, address_since,
         key_nonce IS NOT NULL AS signed, updated_at
  FROM signal_doors WHERE user_id = ${userId} ORDER BY strategy_id`;

const readMessages = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<{ id: string; received_at: Date }[]>`
  SELECT id, strategy_id, received_at, stated_at, sender_id, direction, text, state, reason, sentence, signal_id
  FROM external_messages WHERE user_id = ${userId} AND (received_at, id) > (${at}, ${id}::uuid)
  ORDER BY received_at, id LIMIT ${EXPORT_PAGE_ROWS}`;

/** Export sections with a user's strategies, including archived ones, and their signals. */
export const STRATEGY_SECTIONS: readonly ExportSection[] = [
  smallSection('strategies', 'many', readStrategies),
  longSection('strategy_signals', readSignals, ({ published_at: at, id }) => ({ at, id })),
  smallSection('signal_doors', 'many', readDoors),
  longSection('external_messages', readMessages, ({ received_at: at, id }) => ({ at, id })),
];

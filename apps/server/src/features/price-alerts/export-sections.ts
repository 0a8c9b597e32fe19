import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readAlerts = (sql: Sql, userId: string) => sql`
  SELECT id, symbol, source, direction, level, created_at, fired_at, fired_price
  FROM price_alerts WHERE user_id = ${userId} ORDER BY created_at, id`;

export const PRICE_ALERT_SECTIONS: readonly ExportSection[] = [smallSection('price_alerts', 'many', readAlerts)];

import { EXPORT_PAGE_ROWS, type ExportSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { findPage, type NotificationRow } from './notification.repository.ts';
import { toView } from './to-view.ts';

/** Returns a notification as the API shows it, or as it is stored if this version cannot read it. */
function exported(row: NotificationRow) {
  const { id, kind, params, created_at, read_at } = row;
  try {
    const view = toView(row);
    if (view !== null) return { ...view, read_at };
  } catch {
    // The row below has the same facts in another form.
  }
  return { id, kind, params, created_at, read_at };
}

/** Yields all notifications of the user as the API shows them, newest first. */
async function* pages(sql: Sql, userId: string) {
  let before: number | null = null;
  for (;;) {
    const rows = await findPage(sql, userId, { limit: EXPORT_PAGE_ROWS, before, kinds: null });
    yield rows.map(exported);
    before = rows.at(-1)?.id ?? null;
    if (rows.length < EXPORT_PAGE_ROWS) return;
  }
}

export const NOTIFICATION_SECTIONS: readonly ExportSection[] = [{ name: 'notifications', shape: 'many', pages }];

import type { NotificationView } from '@vigia/contract';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '#platform/logging/logger.ts';
import type { NotificationRow } from './notification.repository.ts';
import { toView } from './to-view.ts';

/** Returns a row in the form of the API; null if it cannot be read, which is counted and logged. */
export type NotificationReader = (row: NotificationRow) => NotificationView | null;

/**
 * Creates the reader of stored notifications. A row that cannot be read is left out of every list, so that one wrong
 * row hides no other. Each kind of such rows is logged once.
 */
export function createNotificationReader(log: Logger, registry: Registry): NotificationReader {
  const logged = new Set<string>();
  const unreadable = new Counter({
    name: 'vigia_notifications_unreadable_total',
    help: 'Reads of a stored notification of an unknown kind or shape, since the start',
    registers: [registry],
  });
  return (row) => {
    const view = viewOrError(row);
    if (!(view instanceof Error)) return view;
    unreadable.inc();
    if (!logged.has(row.kind)) log.error({ err: view, id: row.id, kind: row.kind }, 'a notification cannot be read');
    logged.add(row.kind);
    return null;
  };
}

function viewOrError(row: NotificationRow): NotificationView | Error {
  try {
    return toView(row) ?? new Error('unknown kind');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

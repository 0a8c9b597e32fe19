import type { QueryClient } from '@tanstack/react-query';
import { NotificationView } from '@vigia/contract';
import { z } from 'zod';
import { assetsQuery, priceDecimalsIn } from '#shared/lib/assets.ts';
import { NOTIFICATIONS_PATH } from '#shared/lib/notifications.ts';
import { apiOf } from '#shared/lib/services.ts';
import { describe } from './describe.ts';
import { type NotificationOutlets, notify } from './notify.ts';

/** Largest number of missed notifications that are shown after a reconnect. All of them are in the list. */
const MISSED_MAX = 3;

/** Shows a new notification in the channels of this device. */
export function showNotification(
  queries: QueryClient,
  notification: NotificationView,
  outlets?: NotificationOutlets,
): void {
  const assets = queries.getQueryData(assetsQuery.queryKey) ?? [];
  notify(
    describe(notification, (symbol) => priceDecimalsIn(assets, symbol)),
    outlets,
  );
}

/** Shows the unread notifications that were written after the given one, which the stream did not deliver. */
export async function showMissedNotifications(
  queries: QueryClient,
  knownId: number,
  outlets?: NotificationOutlets,
): Promise<void> {
  const schema = z.array(NotificationView);
  const newest = await apiOf(queries).get(NOTIFICATIONS_PATH, { schema, query: { limit: MISSED_MAX } });
  const missed = newest.filter(({ id, is_read: isRead }) => id > knownId && !isRead);
  for (const notification of missed.toReversed()) showNotification(queries, notification, outlets);
}

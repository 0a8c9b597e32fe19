import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type NotificationsRead, NotificationsUnread } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { apiQuery } from './api-query.ts';
import { apiOf } from './services.ts';

/** Path of the notification list. The keys of all its queries begin with it. */
export const NOTIFICATIONS_PATH = '/api/v1/notifications';

/** Query of the number of unread notifications, and of the newest one. The stream keeps it up to date. */
export const unreadQuery = queryOptions({
  ...apiQuery(`${NOTIFICATIONS_PATH}/unread`, NotificationsUnread),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the text of the unread badge: `9+` above nine. */
export const badgeText = (unread: number): string =>
  unread > LIMITS.notificationBadgeMax ? `${LIMITS.notificationBadgeMax}+` : String(unread);

/** Stores the counts that the server stated, and reloads the list if it is open. */
export function storeUnread(queries: QueryClient, counts: NotificationsUnread): void {
  queries.setQueryData(unreadQuery.queryKey, counts);
  void queries.invalidateQueries({ queryKey: [NOTIFICATIONS_PATH] });
}

/** Marks notifications as read on all devices. If the request fails, they stay unread. */
export async function markRead(queries: QueryClient, body: NotificationsRead): Promise<void> {
  const path = `${NOTIFICATIONS_PATH}/read`;
  const counts = await apiOf(queries)
    .post(path, { schema: NotificationsUnread, body })
    .catch(() => null);
  if (counts !== null) storeUnread(queries, counts);
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadPatiently } from '#shared/lib/lazy-component.tsx';
import { storeUnread, unreadQuery } from '#shared/lib/notifications.ts';
import { useServices } from '#shared/lib/services.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';

/** Loads the code that describes notifications. The first screen does not need it. */
const loadAnnouncer = () => loadPatiently(() => import('./show-notification.ts'));

/**
 * Keeps the unread count up to date and shows new notifications. After a reconnect, it reads the count again and shows
 * what this tab missed.
 */
export function useLiveNotifications(): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  useEffect(() => {
    const stops = [
      stream.on('notification_created', ({ notification, unread }) => {
        storeUnread(queries, { unread, latest_id: Math.max(notification.id, knownId(queries) ?? 0) });
        void loadAnnouncer().then(({ showNotification }) => showNotification(queries, notification));
      }),
      stream.on('notifications_read', ({ unread }) => storeUnread(queries, { unread, latest_id: knownId(queries) })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream]);
  useEffect(() => {
    if (isLive) void catchUp(queries);
  }, [queries, isLive]);
}

const knownId = (queries: QueryClient): number | null => queries.getQueryData(unreadQuery.queryKey)?.latest_id ?? null;

/** Reads the counts again. A failed request leaves them as they are until the next reconnect. */
async function catchUp(queries: QueryClient): Promise<void> {
  const before = queries.getQueryData(unreadQuery.queryKey);
  const counts = await queries.fetchQuery({ ...unreadQuery, staleTime: 0 }).catch(() => null);
  if (before === undefined || counts === null || counts.latest_id === before.latest_id) return;
  storeUnread(queries, counts);
  const { showMissedNotifications } = await loadAnnouncer();
  await showMissedNotifications(queries, before.latest_id ?? 0).catch(() => null);
}

import { infiniteQueryOptions } from '@tanstack/react-query';
import { type NotificationTopic, NotificationView } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { NOTIFICATIONS_PATH } from '#shared/lib/notifications.ts';
import { apiOf } from '#shared/lib/services.ts';

const PAGE_SIZE = LIMITS.notificationsKept;

/** Query of the notifications of a topic, or of all, newest first. Each page continues after the previous one. */
export const notificationsQuery = (topic: NotificationTopic | null) =>
  infiniteQueryOptions({
    queryKey: [NOTIFICATIONS_PATH, topic],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get(NOTIFICATIONS_PATH, {
        schema: z.array(NotificationView),
        query: { limit: PAGE_SIZE, before: pageParam ?? undefined, topic: topic ?? undefined },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });

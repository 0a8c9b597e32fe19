import type { NotificationsRead, NotificationView } from '@vigia/contract';
import { processTopic, topicForUser } from '#platform/bus/bus.ts';

/**
 * Reports a new notification of a user who has a socket in this process, with the number of unread notifications. Each
 * process publishes it for its own sockets.
 */
export const NOTIFICATION_CREATED = processTopic<{
  readonly userId: string;
  readonly notification: NotificationView;
  readonly unread: number;
}>('notifications.created');

/** Reports that the user has read notifications on some device. */
export const NOTIFICATIONS_READ = topicForUser<{
  readonly userId: string;
  readonly read: NotificationsRead;
  readonly unread: number;
}>('notifications.read');

/** Reports that notifications of a user were written that belong to no other event on the bus. */
export const NOTIFICATIONS_WRITTEN = topicForUser<{ readonly userId: string }>('notifications.written');

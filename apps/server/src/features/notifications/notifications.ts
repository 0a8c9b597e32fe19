import {
  NOTIFICATION_KINDS,
  type NotificationSettings,
  type NotificationSettingsBody,
  type NotificationsQuery,
  type NotificationsRead,
  type NotificationsUnread,
  type NotificationView,
} from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/persistence/database.ts';
import * as repository from './notification.repository.ts';
import type { NotificationReader } from './notification-reader.ts';
import { changeSettings, settingsOf } from './settings.ts';
import { NOTIFICATIONS_READ } from './topics.ts';

/** The notifications of users. Each user sees only their own. */
export interface Notifications {
  /** Returns a page, newest first. */
  list(userId: string, query: NotificationsQuery): Promise<NotificationView[]>;
  countUnread(userId: string): Promise<NotificationsUnread>;
  /** Returns what reaches the user outside the app. */
  settings(userId: string): Promise<NotificationSettings>;
  changeSettings(userId: string, body: NotificationSettingsBody): Promise<NotificationSettings>;
  /** Marks notifications as read on every device. Returns the counts afterwards. */
  markRead(userId: string, read: NotificationsRead): Promise<NotificationsUnread>;
}

export type NotificationsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly readNotification: NotificationReader;
};

export function createNotifications({ db, clock, bus, readNotification }: NotificationsDeps): Notifications {
  const countUnread = (userId: string) => repository.countUnread(db.sql, userId);
  return {
    countUnread,
    settings: (userId) => settingsOf(db.sql, userId),
    changeSettings: (userId, body) => changeSettings(db, userId, body, new Date(clock.now())),
    async list(userId, { limit, before = null, topic }) {
      const kinds = topic === undefined ? null : NOTIFICATION_KINDS[topic];
      const rows = await repository.findPage(db.sql, userId, { limit, before, kinds });
      return rows.flatMap((row) => readNotification(row) ?? []);
    },
    async markRead(userId, read) {
      const isChanged = await repository.markRead(db.sql, userId, read, clock.now());
      const counts = await countUnread(userId);
      if (isChanged) bus.publish(NOTIFICATIONS_READ, { userId, read, unread: counts.unread });
      return counts;
    },
  };
}

import { LIMITS } from '@vigia/core/vocabulary';
import { create } from 'zustand';

export type Notification = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly atMs: number;
  readonly read: boolean;
};

type NotificationsState = {
  /** Newest first, at most 50. */
  readonly list: readonly Notification[];
  readonly add: (notification: Omit<Notification, 'read'>) => void;
  readonly markAllRead: () => void;
  readonly clear: () => void;
};

export const useNotifications = create<NotificationsState>()((set) => ({
  list: [],
  add: (notification) =>
    set(({ list }) => ({ list: [{ ...notification, read: false }, ...list].slice(0, LIMITS.notificationsKept) })),
  markAllRead: () => set(({ list }) => ({ list: list.map((each) => ({ ...each, read: true })) })),
  clear: () => set({ list: [] }),
}));

/** `9+` above nine. */
export const badgeText = (unread: number): string =>
  unread > LIMITS.notificationBadgeMax ? `${LIMITS.notificationBadgeMax}+` : String(unread);

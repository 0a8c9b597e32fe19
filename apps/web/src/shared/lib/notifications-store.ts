import { Option } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { create } from 'zustand';
import { readTab, removeTab, writeTab } from './tab-values.ts';

/** The target of a click on a notification: the details of a trade, or a page. */
const NoticeTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trade'), trade: Option }),
  z.object({ kind: z.literal('page'), path: z.string() }),
]);
export type NoticeTarget = z.infer<typeof NoticeTarget>;

/** The icons of notifications. `won` and `lost` have the colours for money. */
export const NOTICE_MARKS = [
  'won',
  'lost',
  'even',
  'signal',
  'opened',
  'order',
  'lost-connection',
  'connected',
] as const;
export type NoticeMark = (typeof NOTICE_MARKS)[number];

const Notification = z.object({
  id: z.string(),
  mark: z.enum(NOTICE_MARKS),
  title: z.string(),
  text: z.string(),
  atMs: z.number(),
  read: z.boolean(),
  target: NoticeTarget,
});
export type Notification = z.infer<typeof Notification>;

type NotificationsState = {
  /** The notifications, newest first, at most 50. */
  readonly list: readonly Notification[];
  readonly add: (notification: Omit<Notification, 'read'>) => void;
  readonly markRead: (id: string) => void;
  readonly markAllRead: () => void;
  readonly clear: () => void;
};

export const useNotifications = create<NotificationsState>()((set) => ({
  list: [],
  add: (notification) =>
    set(({ list }) => ({ list: [{ ...notification, read: false }, ...list].slice(0, LIMITS.notificationsKept) })),
  markRead: (id) =>
    set(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, read: true } : each)) })),
  markAllRead: () => set(({ list }) => ({ list: list.map((each) => ({ ...each, read: true })) })),
  clear: () => set({ list: [] }),
}));

/** Returns the text of the unread badge: `9+` above nine. */
export const badgeText = (unread: number): string =>
  unread > LIMITS.notificationBadgeMax ? `${LIMITS.notificationBadgeMax}+` : String(unread);

const KEY = 'vigia-notifications';
const Kept = z.object({ userId: z.string(), list: z.array(Notification).max(LIMITS.notificationsKept) });

/**
 * Restores the notifications that this tab stored for the user before a reload, and stores later changes.
 * @returns the function that stops storing and clears the list for the next user
 */
export function keepNotifications(userId: string): () => void {
  const kept = Kept.safeParse(parse(readTab(KEY)));
  useNotifications.setState({ list: kept.success && kept.data.userId === userId ? kept.data.list : [] });
  const stop = useNotifications.subscribe(({ list }) => writeTab(KEY, JSON.stringify({ userId, list })));
  return () => {
    stop();
    removeTab(KEY);
    useNotifications.getState().clear();
  };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

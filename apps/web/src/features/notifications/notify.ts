import { assertNever } from '@vigia/core/kernel';
import { showBrowserNotice } from '#shared/lib/browser-notices.ts';
import { chime } from '#shared/lib/chime.ts';
import { type NoticeTopic, useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { type Notification, useNotifications } from '#shared/lib/notifications-store.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { toast } from '#shared/ui/toast.ts';

export type NotificationDraft = Omit<Notification, 'read'> & { readonly topic: NoticeTopic };

/** The channels in which notifications are shown. Tests replace them. */
export type Outlets = {
  readonly sound: typeof chime;
  readonly browser: typeof showBrowserNotice;
  /** Returns true if the app is visible to the user. */
  readonly isInSight: () => boolean;
};

const DEVICE: Outlets = {
  sound: chime,
  browser: showBrowserNotice,
  isInSight: () => document.visibilityState === 'visible',
};

/**
 * Adds an event to the notification list, and shows it in every channel that the user enabled. The stream repeats
 * events after a reconnect, so an event with a known id is ignored.
 */
export function notify(news: NotificationDraft, outlets: Outlets = DEVICE): void {
  const { list, add } = useNotifications.getState();
  if (list.some(({ id }) => id === news.id)) return;
  const { topic, ...notification } = news;
  add(notification);
  const { chosen, volume, browser } = useNoticeSettings.getState();
  const ways = chosen[topic];
  if (ways.screen) show(news);
  if (ways.sound) outlets.sound(topic, volume);
  if (ways.browser && browser && !outlets.isInSight()) {
    const path = news.target.kind === 'page' ? news.target.path : PATHS.dashboard;
    void outlets.browser({ tag: news.id, title: news.title, text: news.text, path });
  }
}

function show({ mark, title, text }: NotificationDraft): void {
  const options = { description: text };
  switch (mark) {
    case 'won':
    case 'connected':
      return toast.success(title, options);
    case 'lost-connection':
      return toast.error(title, options);
    case 'lost':
    case 'even':
    case 'signal':
    case 'opened':
    case 'order':
      return toast(title, options);
    default:
      return assertNever(mark);
  }
}

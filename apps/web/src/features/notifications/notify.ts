import { assertNever } from '@vigia/core/kernel';
import { showBrowserNotice } from '#shared/lib/browser-notices.ts';
import { chime } from '#shared/lib/chime.ts';
import { type NoticeTopic, useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { toast, toastResult } from '#shared/ui/toast.ts';

/** The icons of notifications. `won` and `lost` have the colours for money. */
export type NoticeIcon =
  | 'won'
  | 'lost'
  | 'even'
  | 'signal'
  | 'opened'
  | 'refused'
  | 'order'
  | 'device'
  | 'lost-connection'
  | 'connected'
  | 'price';

/** The target of a click on a notification: the details of a trade, or a section of a page. */
export type NoticeTarget =
  | { readonly kind: 'trade'; readonly id: string }
  | { readonly kind: 'page'; readonly path: string; readonly hash: string | undefined };

/** An event in words, as it is shown to the user. */
export type NotifiedEvent = {
  /** Name of the event. A browser shows one notification of each name. */
  readonly tag: string;
  readonly topic: NoticeTopic;
  readonly mark: NoticeIcon;
  readonly title: string;
  readonly text: string;
  /** Path that a click on the browser notification opens. */
  readonly path: string;
};

/** The channels in which notifications are shown. Tests replace them. */
export type NotificationOutlets = {
  readonly sound: typeof chime;
  readonly browser: typeof showBrowserNotice;
  /** Returns true if the app is visible to the user. */
  readonly isInSight: () => boolean;
};

const DEVICE: NotificationOutlets = {
  sound: chime,
  browser: showBrowserNotice,
  isInSight: () => document.visibilityState === 'visible',
};

/** Shows an event in every channel that the user enabled on this device. */
export function notify(news: NotifiedEvent, outlets: NotificationOutlets = DEVICE): void {
  const { chosen, volume, browser } = useNoticeSettings.getState();
  const { tag, topic, title, text, path } = news;
  const ways = chosen[topic];
  if (ways.screen) show(news);
  if (ways.sound) outlets.sound(topic, volume);
  if (ways.browser && browser && !outlets.isInSight()) void outlets.browser({ tag, title, text, path });
}

function show({ mark, title, text }: NotifiedEvent): void {
  const options = { description: text };
  switch (mark) {
    case 'won':
    case 'lost':
    case 'even':
      return toastResult(mark, title, options);
    case 'connected':
      return toast.success(title, options);
    case 'lost-connection':
      return toast.error(title, options);
    case 'signal':
    case 'opened':
    case 'refused':
    case 'order':
    case 'device':
    case 'price':
      return toast(title, options);
    default:
      return assertNever(mark);
  }
}

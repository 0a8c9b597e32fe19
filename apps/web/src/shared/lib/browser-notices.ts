import { LANGUAGE } from './language.es.ts';
/** Whether this browser would show a notice of ours over everything else. */
export type NoticePermission = NotificationPermission | 'unsupported';

export const noticePermission = (): NoticePermission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/** Asks the person; only ever from a tap of his, which browsers demand too. */
export const askNoticePermission = async (): Promise<NoticePermission> =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission();

type BrowserNotice = {
  /** A later one with the same tag takes the place of the former: told twice, it is seen once. */
  readonly tag: string;
  readonly title: string;
  readonly text: string;
  /** Where a click on it leads. */
  readonly path: string;
};

/** Shows a notice of the browser. Phones allow it to service workers only, so theirs is used where there is one. */
export async function showBrowserNotice({ tag, title, text, path }: BrowserNotice): Promise<void> {
  if (noticePermission() !== 'granted') return;
  const options = { body: text, tag, icon: '/icons/icon-192.png', lang: LANGUAGE, data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  new Notification(title, options).addEventListener('click', () => window.focus());
}

import { LANGUAGE } from './language.es.ts';
/** Whether this browser may show notifications of the app. */
export type NoticePermission = NotificationPermission | 'unsupported';

export const noticePermission = (): NoticePermission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/**
 * Asks the user for the notification permission of the browser. Browsers allow this only after a click or key press.
 */
export const askNoticePermission = async (): Promise<NoticePermission> =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission();

type BrowserNotice = {
  /**
   * Tag of the notification. A new notification replaces the one with the same tag, so a repeated notification is shown
   * only once.
   */
  readonly tag: string;
  readonly title: string;
  readonly text: string;
  /** Path that a click opens. */
  readonly path: string;
};

/**
 * Shows a browser notification. Phones allow this only to service workers, so a service worker shows it if one is
 * active.
 */
export async function showBrowserNotice({ tag, title, text, path }: BrowserNotice): Promise<void> {
  if (noticePermission() !== 'granted') return;
  const options = { body: text, tag, icon: '/icons/icon-192.png', lang: LANGUAGE, data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  new Notification(title, options).addEventListener('click', () => window.focus());
}

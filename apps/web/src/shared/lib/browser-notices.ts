import { LANGUAGE } from './language.es.ts';
/** Whether this browser may show notifications of the app. */
export type NoticePermission = NotificationPermission | 'unsupported';

export const noticePermission = (): NoticePermission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/** Requests the notification permission of the browser. Browsers require that a user gesture causes the call. */
export const askNoticePermission = async (): Promise<NoticePermission> =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission();

type BrowserNotice = {
  /**
   * Tag of the notification. A new notification replaces the notification with the same tag, so repeats appear once.
   */
  readonly tag: string;
  readonly title: string;
  readonly text: string;
  /** Path that a click opens. */
  readonly path: string;
};

/** Shows a browser notification. Phones allow this only to service workers, so an active service worker shows it. */
export async function showBrowserNotice({ tag, title, text, path }: BrowserNotice): Promise<void> {
  if (noticePermission() !== 'granted') return;
  const options = { body: text, tag, icon: '/icons/icon-192.png', lang: LANGUAGE, data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  new Notification(title, options).addEventListener('click', () => window.focus());
}

import type { WorkerScope } from './worker-scope.ts';

type News = { readonly title: string; readonly text: string; readonly tag: string; readonly path: string };

/**
 * Parses a push message. Returns null if it has another format. The parser uses no schema library, because the service
 * worker loads none.
 */
function readNews(text: string | undefined): News | null {
  try {
    const { title, text: body, tag, path } = JSON.parse(text ?? '');
    if ([title, body, tag, path].some((part) => typeof part !== 'string')) return null;
    return { title, text: body, tag, path };
  } catch {
    return null;
  }
}

/**
 * Shows the notification of a push message. If a window of the app is visible, shows nothing, because the window itself
 * shows the news.
 */
export async function showPushNotification(scope: WorkerScope, text: string | undefined): Promise<void> {
  const news = readNews(text);
  if (news === null) return;
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await scope.registration.showNotification(news.title, {
    body: news.text,
    tag: news.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: 'es-419',
    data: { path: news.path },
  });
}

/**
 * Opens the target of a notification in a window of the app that is already open, or else in a new window. It never
 * opens another origin.
 */
export async function openPushNotification(scope: WorkerScope, data: unknown, origin: string): Promise<void> {
  const path = typeof data === 'object' && data !== null && 'path' in data ? String(data.path) : '/dashboard';
  const url = new URL(path, origin);
  const target = url.origin === origin ? url.href : `${origin}/dashboard`;
  const [window] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!window) return void (await scope.clients.openWindow(target));
  // The window gets the focus without a reload, because the user may be preparing an order in it.
  await window.focus();
}

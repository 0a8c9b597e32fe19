import type { WorkerScope } from './worker-scope.ts';

type News = { readonly title: string; readonly text: string; readonly tag: string; readonly path: string };

/** The message, if it is one of ours. Written by hand: the worker brings no library along. */
function readNews(text: string | undefined): News | null {
  try {
    const { title, text: body, tag, path } = JSON.parse(text ?? '');
    if ([title, body, tag, path].some((part) => typeof part !== 'string')) return null;
    return { title, text: body, tag, path };
  } catch {
    return null;
  }
}

/** Shows it, unless a window of the app is being looked at, which has told of it already. */
export async function showNews(scope: WorkerScope, text: string | undefined): Promise<void> {
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

/** Goes on from a notice: in a window that is open, else in a new one; never to another site. */
export async function openNews(scope: WorkerScope, data: unknown, origin: string): Promise<void> {
  const path = typeof data === 'object' && data !== null && 'path' in data ? String(data.path) : '/dashboard';
  const url = new URL(path, origin);
  const target = url.origin === origin ? url.href : `${origin}/dashboard`;
  const [window] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!window) return void (await scope.clients.openWindow(target));
  // Without loading it anew: a ticket may be open in it.
  await window.focus();
}

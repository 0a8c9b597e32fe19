import { beforeEach, expect, it } from 'vitest';
import { openNews, showNews } from './push-news.ts';
import type { WorkerClient, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'https://vigia.example';
const NEWS = JSON.stringify({
  title: 'Ganada: EURUSD CALL',
  text: 'Resultado +$8.50',
  tag: 'trade 1',
  path: '/dashboard',
});

let shown: { readonly title: string; readonly options: NotificationOptions }[];
let opened: string[];
let windows: WorkerClient[];
const scope: WorkerScope = {
  registration: { showNotification: async (title, options) => void shown.push({ title, options }) },
  clients: {
    claim: async () => {},
    matchAll: async () => windows,
    openWindow: async (url) => {
      opened.push(url);
      return null;
    },
  },
  skipWaiting: async () => {},
};
beforeEach(() => {
  [shown, opened, windows] = [[], [], []];
});

function windowOf(visibilityState: DocumentVisibilityState): WorkerClient {
  const client: WorkerClient = {
    visibilityState,
    focus: async () => {
      opened.push('focus');
      return client;
    },
  };
  return client;
}

it('shows a message in its words, under its tag', async () => {
  await showNews(scope, NEWS);
  expect(shown).toMatchObject([
    {
      title: 'Ganada: EURUSD CALL',
      options: { body: 'Resultado +$8.50', tag: 'trade 1', data: { path: '/dashboard' } },
    },
  ]);
});

it('shows it while the app is out of sight, and not to who looks at it', async () => {
  windows = [windowOf('hidden')];
  await showNews(scope, NEWS);
  windows = [windowOf('hidden'), windowOf('visible')];
  await showNews(scope, NEWS);
  expect(shown).toHaveLength(1);
});

it.each([undefined, '', '{', '[]', 'null', '{"title":1}'])('shows nothing of %j', async (text) => {
  await showNews(scope, text);
  expect(shown).toEqual([]);
});

it('opens the app where the message leads, and never another site', async () => {
  await openNews(scope, { path: '/strategies/pcr' }, ORIGIN);
  await openNews(scope, { path: 'https://elsewhere.example/' }, ORIGIN);
  await openNews(scope, { path: '//elsewhere.example/' }, ORIGIN);
  await openNews(scope, null, ORIGIN);
  const home = `${ORIGIN}/dashboard`;
  expect(opened).toEqual([`${ORIGIN}/strategies/pcr`, home, home, home]);
});

it('comes back to a window that is open without loading it anew', async () => {
  windows = [windowOf('hidden')];
  await openNews(scope, { path: '/strategies/pcr' }, ORIGIN);
  expect(opened).toEqual(['focus']);
});

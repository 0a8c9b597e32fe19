import { beforeEach, expect, it } from 'vitest';
import { openPushNotification, showPushNotification } from './push-notifications.ts';
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

it('the service worker shows a notification with the texts and the tag of a push message', async () => {
  await showPushNotification(scope, NEWS);
  expect(shown).toMatchObject([
    {
      title: 'Ganada: EURUSD CALL',
      options: { body: 'Resultado +$8.50', tag: 'trade 1', data: { path: '/dashboard' } },
    },
  ]);
});

it('the service worker shows a push message only if no window of the app is visible', async () => {
  windows = [windowOf('hidden')];
  await showPushNotification(scope, NEWS);
  windows = [windowOf('hidden'), windowOf('visible')];
  await showPushNotification(scope, NEWS);
  expect(shown).toHaveLength(1);
});

it.each([undefined, '', '{', '[]', 'null', '{"title":1}'])(
  'the service worker shows no notification for the invalid message %j',
  async (text) => {
    await showPushNotification(scope, text);
    expect(shown).toEqual([]);
  },
);

it('the service worker opens the app at the path in the push message, and never another origin', async () => {
  await openPushNotification(scope, { path: '/strategies/pcr' }, ORIGIN);
  await openPushNotification(scope, { path: 'https://elsewhere.example/' }, ORIGIN);
  await openPushNotification(scope, { path: '//elsewhere.example/' }, ORIGIN);
  await openPushNotification(scope, null, ORIGIN);
  const home = `${ORIGIN}/dashboard`;
  expect(opened).toEqual([`${ORIGIN}/strategies/pcr`, home, home, home]);
});

it('the service worker focuses an open window without a reload', async () => {
  windows = [windowOf('hidden')];
  await openPushNotification(scope, { path: '/strategies/pcr' }, ORIGIN);
  expect(opened).toEqual(['focus']);
});

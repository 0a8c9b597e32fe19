import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { PushRow } from './push-row.tsx';

const ID = '018f4a6e-0000-7000-8000-000000000001';
const LIST = 'GET /api/v1/push/subscriptions';
const MAKE = 'POST /api/v1/push/subscriptions';
const KEY = btoa(String.fromCharCode(...Array.from({ length: 65 }, (_, index) => index))).replaceAll('=', '');
const CONFIG = { supabaseUrl: '', supabaseAnonKey: 'k', version: '1', feedFallback: null };
const viewOf = (topics: readonly string[]) => ({
  id: ID,
  service: 'push.example.com',
  topics,
  created_at: '2026-11-21T12:00:00.000Z',
});

/** A fake push manager that accepts any key. */
class FakeManager {
  subscription: object | null = null;
  keys: Uint8Array[] = [];
  getSubscription = async () => this.subscription;
  subscribe = async ({ applicationServerKey: key }: { applicationServerKey: Uint8Array }) => {
    this.keys.push(key);
    this.subscription = {
      endpoint: 'https://push.example.com/abc',
      options: { applicationServerKey: key.slice().buffer },
      getKey: (name: string) => new Uint8Array(name === 'auth' ? 16 : 65).fill(251).buffer,
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
    return this.subscription;
  };
}

let api: FakeApi;
let manager: FakeManager;
let permission: NotificationPermission;
beforeEach(() => {
  drawNothing();
  manager = new FakeManager();
  permission = 'granted';
  api = new FakeApi()
    .on('GET /config.json', { status: 200, body: { ...CONFIG, pushKey: KEY } })
    .on(LIST, ok([]))
    .on(MAKE, ({ body }) => ok(viewOf(Object.assign({ topics: [] }, body).topics)));
  vi.stubGlobal('fetch', api.fetch);
  Object.assign(window, { PushManager: {}, Notification: { requestPermission: async () => permission } });
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ pushManager: manager }) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const mount = () =>
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <PushRow />
    </>,
    { api },
  );
const toggle = () => screen.findByRole('switch', { name: 'Avisos con la app cerrada' });
const isOn = async () => (await toggle()).getAttribute('aria-checked') === 'true';
async function turnOn() {
  await waitFor(async () => expect(await toggle()).toHaveProperty('disabled', false));
  fireEvent.click(await toggle());
}

it("the push setting subscribes this browser with the server's key after a click", async () => {
  mount();
  expect(await isOn()).toBe(false);
  expect(manager.keys).toEqual([]);
  await turnOn();
  await waitFor(async () => expect(await isOn()).toBe(true));
  expect([...(manager.keys[0] ?? [])]).toEqual(Array.from({ length: 65 }, (_, index) => index));
  expect(api.bodies(MAKE)).toEqual([
    {
      endpoint: 'https://push.example.com/abc',
      keys: { p256dh: '-_v7'.repeat(21) + '-_s', auth: '-_v7'.repeat(5) + '-w' },
      topics: ['settled', 'signal'],
    },
  ]);
});

it('the push setting restores its state, changes topics, sends a test message and unsubscribes', async () => {
  mount();
  await turnOn();
  await waitFor(async () => expect(await isOn()).toBe(true));
  cleanup();
  api.on(LIST, ok([viewOf(['settled', 'signal'])]));
  api
    .on(`POST /api/v1/push/subscriptions/${ID}/test`, ok(null))
    .on(`DELETE /api/v1/push/subscriptions/${ID}`, ok(null));
  mount();
  await waitFor(async () => expect(await isOn()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Señales de tus reglas' }));
  await waitFor(() => expect(api.bodies(MAKE)).toHaveLength(2));
  expect(api.bodies(MAKE)[1]).toMatchObject({ topics: ['settled'] });
  expect(manager.keys).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Enviar uno de prueba' }));
  await waitFor(() => expect(api.bodies(`POST /api/v1/push/subscriptions/${ID}/test`)).toHaveLength(1));
  await turnOn();
  await waitFor(async () => expect(await isOn()).toBe(false));
  expect(manager.subscription).toBeNull();
});

it('the push setting reports that the user denied notifications', async () => {
  permission = 'denied';
  mount();
  await turnOn();
  expect(await screen.findByText(/^Los bloqueaste en este navegador/)).toBeDefined();
  expect([await isOn(), manager.keys.length]).toEqual([false, 0]);
});

it('the push setting shows that the browser cannot reach a push service', async () => {
  manager.subscribe = () => Promise.reject(new DOMException('Registration failed', 'AbortError'));
  mount();
  await turnOn();
  expect(await screen.findByText(/^Este navegador no pudo activar los avisos/)).toBeDefined();
});

it.each([
  ['the server sends no push messages', () => api.on('GET /config.json', { status: 200, body: CONFIG })],
  ['the browser supports no push messages', () => Reflect.deleteProperty(window, 'PushManager')],
])('the push setting is hidden if %s', async (_where, arrange) => {
  arrange();
  mount();
  await screen.findByText('page');
  await waitFor(() => expect(api.calls.some(({ path }) => path === '/config.json')).toBe(true));
  expect(screen.queryByRole('switch')).toBeNull();
});

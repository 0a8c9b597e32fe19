import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { PushRow } from './push-row.tsx';

const ID = '018f4a6e-0000-7000-8000-000000000001';
const LIST = 'GET /api/v1/push/subscriptions';
const MAKE = 'POST /api/v1/push/subscriptions';
const KEY = btoa(String.fromCharCode(...Array.from({ length: 65 }, (_, index) => index))).replaceAll('=', '');
/** Topics of the column 'Navegador' of a new device. */
const BY_DEFAULT = ['settled', 'order', 'signal', 'stopped', 'limit', 'price', 'security'];
const CONFIG = { supabaseUrl: '', supabaseAnonKey: 'k', version: '1', feedFallback: null };
const viewOf = (topics: readonly string[]) => ({
  id: ID,
  service: 'push.example.com',
  topics,
  created_at: '2026-11-21T12:00:00.000Z',
  sent_at: null,
  failed_at: null,
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
const AT_FIRST = useNoticeSettings.getState();
beforeEach(() => {
  drawNothing();
  stub(window, 'isSecureContext', true);
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
const stubbed: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const restore of stubbed.splice(0)) restore();
  vi.unstubAllGlobals();
  localStorage.clear();
  useNoticeSettings.setState(AT_FIRST);
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
      topics: BY_DEFAULT,
    },
  ]);
});

it('the push setting restores its state, changes topics, sends a test message and unsubscribes', async () => {
  mount();
  await turnOn();
  await waitFor(async () => expect(await isOn()).toBe(true));
  cleanup();
  api.on(LIST, ok([viewOf(BY_DEFAULT)]));
  api
    .on(`POST /api/v1/push/subscriptions/${ID}/test`, ok(null))
    .on(`DELETE /api/v1/push/subscriptions/${ID}`, ok(null));
  mount();
  await waitFor(async () => expect(await isOn()).toBe(true));
  act(() => useNoticeSettings.getState().choose('signal', 'browser', false));
  await waitFor(() => expect(api.bodies(MAKE)).toHaveLength(2));
  expect(api.bodies(MAKE)[1]).toMatchObject({ topics: BY_DEFAULT.filter((topic) => topic !== 'signal') });
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
  [
    'cannot receive them',
    'Este navegador no puede recibirlos con la app cerrada.',
    () => Reflect.deleteProperty(window, 'PushManager'),
  ],
  [
    'has no https',
    'Solo llegan si abres Vigía con una dirección https://.',
    () => stub(window, 'isSecureContext', false),
  ],
  [
    'is an iPhone without the installed app',
    'En iPhone y iPad, primero instala la app: Compartir y «Agregar a inicio».',
    () => {
      Reflect.deleteProperty(window, 'PushManager');
      stub(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    },
  ],
])('the push setting states why there is no switch if the browser %s', async (_what, text, arrange) => {
  arrange();
  mount();
  await screen.findByText(text);
  expect(screen.queryByRole('switch')).toBeNull();
});

it('the push setting states the last message, and whether a message did not arrive', async () => {
  localStorage.setItem('push_subscription', ID);
  manager.subscription = {};
  const view = { ...viewOf(BY_DEFAULT), sent_at: '2026-11-21T12:00:00.000Z', failed_at: '2026-11-22T12:00:00.000Z' };
  api.on(LIST, ok([view]));
  mount();
  expect(await screen.findByText(/El último no llegó\. El anterior llegó/)).toBeDefined();
  cleanup();
  api.on(LIST, ok([{ ...view, failed_at: null }]));
  mount();
  expect(await screen.findByText(/Último enviado/)).toBeDefined();
});

/** Replaces a property of the browser until the end of the test. */
function stub(owner: object, name: string, value: unknown) {
  Object.defineProperty(owner, name, { value, configurable: true });
  stubbed.push(() => Reflect.deleteProperty(owner, name));
}

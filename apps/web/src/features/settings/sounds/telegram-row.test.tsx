import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { TelegramChatView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { registerToaster } from '#shared/ui/toast.ts';
import { TelegramRow } from './telegram-row.tsx';

const READ = 'GET /api/v1/telegram';
const MAKE = 'POST /api/v1/telegram/code';
const ORDERS = 'PUT /api/v1/telegram/orders';
const TOPICS = 'PUT /api/v1/telegram/topics';
const CHAT: TelegramChatView = {
  name: '@ana',
  linked_at: '2026-11-20T12:00:00.000Z',
  muted_until: null,
  topics: ['stopped', 'security'],
  allows_orders: false,
  sent_at: null,
  failed_at: null,
};
const codeOf = (code: string) => ({
  code,
  url: `https://t.me/vigia_prueba_bot?start=${code}`,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
});

let api: FakeApi;
let toasts: string[] = [];
beforeEach(() => {
  drawNothing();
  toasts = [];
  const show = (title: unknown) => toasts.push(String(title));
  registerToaster({ success: show, error: show, warning: show, message: show, result: (_mark, title) => show(title) });
  api = new FakeApi().on(READ, ok({ is_available: true, chat: null })).on(MAKE, ok(codeOf('uno')));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const connected = (change: Partial<TelegramChatView> = {}) =>
  api.on(READ, ok({ is_available: true, chat: { ...CHAT, ...change } }));
const mount = () =>
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <TelegramRow />
    </>,
    { api },
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const topic = (name: string) => screen.findByRole('checkbox', { name });

it('the Telegram setting states in one sentence that the installation has no bot', async () => {
  api.on(READ, ok({ is_available: false, chat: null }));
  mount();
  await screen.findByText('Esta instalación no tiene un bot de Telegram.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('the Telegram setting shows a code with its countdown and the link, and closes when the code is used', async () => {
  mount();
  await press('Conectar Telegram');
  const link = await screen.findByRole('link', { name: 'Abrir Telegram' });
  expect(link.getAttribute('href')).toBe('https://t.me/vigia_prueba_bot?start=uno');
  expect(screen.getByText('/start uno')).toBeDefined();
  expect(screen.getByText(/^Vale una sola vez, durante (?:10:00|9:5\d)\.$/)).toBeDefined();
  connected();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  await screen.findByText(/^Conectado como @ana desde 20 nov 2026\.$/);
});

it('the Telegram setting offers another code after the first has expired', async () => {
  api.on(MAKE, ok({ ...codeOf('uno'), expires_at: new Date(Date.now() - 1_000).toISOString() }));
  mount();
  await press('Conectar Telegram');
  await screen.findByText('El código caducó.');
  api.on(MAKE, ok(codeOf('dos')));
  await press('Pedir otro código');
  expect(await screen.findByText('/start dos')).toBeDefined();
});

it('the Telegram setting states that Telegram does not answer', async () => {
  const message = 'Telegram no responde en este momento. Intenta de nuevo en un minuto.';
  api.on(MAKE, refused(503, 'telegram_unreachable', message));
  mount();
  await press('Conectar Telegram');
  expect(await screen.findByText(message)).toBeDefined();
});

it('the Telegram setting states the chat, the last message, the last failure and the silence', async () => {
  connected({ sent_at: '2026-11-21T12:00:00.000Z', muted_until: new Date(Date.now() + 3_600_000).toISOString() });
  mount();
  expect(await screen.findByText(/Conectado como @ana.*Último aviso .*En silencio hasta/)).toBeDefined();
  cleanup();
  connected({ sent_at: '2026-11-21T12:00:00.000Z', failed_at: '2026-11-22T12:00:00.000Z' });
  mount();
  expect(await screen.findByText(/El último aviso no llegó\. El anterior llegó/)).toBeDefined();
});

it('the Telegram setting changes the topics, and shows the stored topics again if the server refuses', async () => {
  connected();
  api.on(TOPICS, ({ body }) => ok({ is_available: true, chat: { ...CHAT, ...Object.assign({}, body) } }));
  mount();
  expect(await topic('Operación terminada')).toHaveProperty('checked', false);
  fireEvent.click(await topic('Operación terminada'));
  fireEvent.click(await topic('Automatización que se detuvo'));
  await waitFor(() => expect(api.bodies(TOPICS)).toHaveLength(2));
  expect(api.bodies(TOPICS)[1]).toEqual({ topics: ['security', 'settled'] });
  await waitFor(async () => expect(await topic('Operación terminada')).toHaveProperty('checked', true));
  api.on(TOPICS, { status: 500, body: {} });
  fireEvent.click(await topic('Señal nueva'));
  await waitFor(() => expect(toasts).toContain('No pudimos guardar tus avisos'));
  await waitFor(async () => expect(await topic('Señal nueva')).toHaveProperty('checked', false));
});

it('the Telegram setting allows orders only when the server has, and states its refusal', async () => {
  connected();
  api.on(ORDERS, refused(403, 'anonymous_not_allowed', 'Crea tu cuenta para poder hacer esto: la demo es anónima.'));
  mount();
  const allowed = () => screen.findByRole('switch', { name: 'Órdenes de práctica' });
  fireEvent.click(await allowed());
  await screen.findByText('Crea tu cuenta para poder hacer esto: la demo es anónima.');
  expect((await allowed()).getAttribute('aria-checked')).toBe('false');
  api.on(ORDERS, ok({ is_available: true, chat: { ...CHAT, allows_orders: true } }));
  fireEvent.click(await allowed());
  await waitFor(() => expect(toasts).toContain('El chat ya puede enviar órdenes de práctica'));
  expect((await allowed()).getAttribute('aria-checked')).toBe('true');
  expect(api.bodies(ORDERS)).toEqual([{ allows_orders: true }, { allows_orders: true }]);
});

it('the Telegram setting sends a test message, and disconnects after a confirmation', async () => {
  connected();
  api.on('POST /api/v1/telegram/test', ok(null)).on('DELETE /api/v1/telegram', ok({ is_available: true, chat: null }));
  mount();
  await press('Enviar uno de prueba');
  await waitFor(() => expect(toasts).toContain('Enviamos un aviso de prueba'));
  await press('Desconectar');
  await screen.findByText(/^El chat de @ana deja de recibir avisos/);
  const [, confirm] = screen.getAllByRole('button', { name: 'Desconectar', hidden: true });
  await act(async () => fireEvent.click(confirm ?? document.body));
  await screen.findByRole('button', { name: 'Conectar Telegram' });
});

import { TelegramCode, TelegramView } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BOT_TOKEN, FakeBotApi, textUpdate } from '#features/telegram/testing-bot-api.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

let database: TestDatabase;
let api: FakeBotApi;
let app: TestApp;
let person: TestPerson;
let chatId = 8_000;
/** Status and body of the first request for a code, which Telegram did not answer. */
let refused: readonly [number, string];

beforeAll(async () => {
  database = await createTestDatabase();
  api = await FakeBotApi.start();
  const environment = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: api.url };
  app = await startTestApp({ databaseUrl: database.ownerUrl, environment });
  // The server asks for the name of the bot only once, so this is before all other codes.
  api.isDown = true;
  const headers = { ...proofHeaders(app, (await newPerson(app)).access), 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/api/v1/telegram/code`, { method: 'POST', headers, body: '{}' });
  refused = [answer.status, await answer.text()];
  api.isDown = false;
});
afterAll(async () => {
  await app?.stop();
  await api.stop();
  await database.close();
});
beforeEach(async () => {
  person = await newPerson(app);
  chatId += 1;
});

async function call<Value>(method: string, path: string, schema: z.ZodType<Value>): Promise<Value> {
  const headers = { ...proofHeaders(app, person.access), 'content-type': 'application/json' };
  const body = method === 'GET' ? null : '{}';
  const answer = await fetch(app.url + path, { method, headers, body });
  return schema.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
}

/** Writes in the chat and waits for the reply. */
async function say(text: string): Promise<string> {
  const before = api.textsOf(chatId).length;
  api.add(textUpdate(chatId, text));
  await expect.poll(() => api.textsOf(chatId).length, { timeout: 10_000 }).toBe(before + 1);
  return api.textsOf(chatId).at(-1) ?? '';
}

async function connect(): Promise<void> {
  const { code } = await call('POST', '/api/v1/telegram/code', TelegramCode);
  expect(await say(`/start ${code}`)).toMatch(/^Conectado\./);
}

it('a code is refused while Telegram does not answer', () => {
  expect(refused).toEqual([503, expect.stringContaining('telegram_unreachable')]);
});

it('a connected chat reads the account of its user', async () => {
  await connect();
  expect((await call('GET', '/api/v1/telegram', TelegramView)).chat?.name).toBe(`@ana${chatId}`);
  await app.features.trading.orders.place(
    person.principal,
    { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 },
    null,
  );
  expect(await say('/estado')).toBe('<b>Estado</b>\nNada opera solo.\n1 operación abierta.\nNingún bróker conectado.');
  expect(await say('/activas')).toMatch(/^<b>Operaciones abiertas<\/b>\nEURUSD CALL · Papel · quedan [45]:\d\d$/);
  expect(await say('/hoy')).toBe('<b>Hoy</b>\nPapel USD: sin operaciones terminadas');
  expect(await say('/senales')).toMatch(/^(?:Todavía no hay señales\.|<b>Últimas señales)/);
});

it('the stop button stops all automation once, and the security log states it without an address', async () => {
  await connect();
  await say('/detener');
  const data = api.sent.at(-1)?.button ?? '';
  const update = (id: string) => ({
    update_id: 1,
    callback_query: { id, data, message: { message_id: 5, chat: { id: chatId, type: 'private' } } },
  });
  for (const id of ['a', 'b']) await app.features.telegram.receive(app.features.telegram.secret, update(id));
  expect((await app.features.automation.view(person.principal.userId)).stopped_at).not.toBeNull();
  const log = await app.features.securityLog.read(app.db.sql, person.principal.userId, { limit: 9 });
  const stops = log.filter(({ kind }) => kind === 'automation_stopped');
  expect(stops).toMatchObject([{ ip: null, userAgent: 'Telegram' }]);
  expect(await say('/estado')).toContain('Todo lo automático está detenido desde el');
});

/** Presses a button in the chat as Telegram posts it. */
async function press(data: string): Promise<string> {
  const message = { message_id: 5, chat: { id: chatId, type: 'private' } };
  const update = { update_id: 1, callback_query: { id: data, data, message } };
  await app.features.telegram.receive(app.features.telegram.secret, update);
  return api.edits.at(-1) ?? '';
}
const buttonOf = async (text: string): Promise<string> => {
  await say(text);
  return api.sent.at(-1)?.button ?? '';
};
const allowOrders = () =>
  app.features.telegram.allowOrders({ principal: person.principal, ip: '127.0.0.1', userAgent: 'test' }, true);
const tradesOf = () => app.features.trading.history.active(person.principal.userId);

it('an order from a chat opens one paper trade of a bot, however often its button is pressed', async () => {
  await connect();
  await allowOrders();
  const data = await buttonOf('/orden EURUSD CALL 10 5m');
  expect(await press(data)).toMatch(/^Orden enviada: EURUSD CALL · Papel\. Vence a las \d\d:\d\d\.$/);
  await press(data);
  // A process that ended before it stored the reply finds the trade by the key of the button.
  await app.db.sql`UPDATE telegram_orders SET answer = NULL`;
  expect(await press(data)).toMatch(/^Orden enviada/);
  expect(await tradesOf()).toMatchObject([{ amount: 10, account: 'mock', origin: 'api' }]);
});

it('an order from a chat obeys the limits of the account, and states them', async () => {
  await connect();
  await allowOrders();
  const { userId } = person.principal;
  await app.db.sql`UPDATE users SET max_concurrent_trades = 1 WHERE id = ${userId}`;
  await press(await buttonOf('/orden EURUSD CALL 10 5m'));
  expect(await press(await buttonOf('/orden EURUSD PUT 10 5m'))).toMatch(/^No se envió: .*1/);
  expect(await press(await buttonOf('/orden EURUSD PUT 999999999 5m'))).toMatch(/^No se envió: .*máximo/);
  expect(await tradesOf()).toHaveLength(1);
});

it('an order from a chat is refused in words for an asset or a length that does not exist', async () => {
  await connect();
  await allowOrders();
  expect(await say('/orden NADA CALL 10 5m')).toMatch(/^No se envió: /);
  expect(await say('/orden EURUSD CALL 10 9999m')).toMatch(/^(?:No se envió: |Escribe activo)/);
});

it('an order from a chat never uses a real account, neither at the command nor at its button', async () => {
  await connect();
  await allowOrders();
  const { userId } = person.principal;
  const data = await buttonOf('/orden EURUSD CALL 10 5m');
  await app.db.sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${userId}`;
  expect(await say('/orden EURUSD CALL 10 5m')).toMatch(/^No se envió: la cuenta que usas ahora es real\./);
  // The button was made for paper. The order path refuses it by itself.
  expect(await press(data)).toMatch(/^No se envió: /);
  const request = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 } as const;
  const real = { request, named: { broker: 'iqoption', kind: 'real' } };
  const stored = { ...real, request: { ...real.request, valid_until: new Date(Date.now() + 600_000).toISOString() } };
  await app.db.sql`UPDATE telegram_orders SET answer = NULL, body = ${app.db.sql.json(stored)}`;
  await press(data);
  expect(await tradesOf()).toEqual([]);
  const bot = { ...person.principal, scopes: ['trade'] as const };
  expect(await app.features.trading.orders.place(bot, request, null)).toMatchObject({
    error: { code: 'bot_real_money' },
  });
});

it('a stop button that is pressed after it has expired states whether an earlier press has stopped everything', async () => {
  await connect();
  const data = await buttonOf('/detener');
  await press(data);
  const receiver = data.split(':')[2];
  expect(await press(`stop:${Date.now()}:${receiver}`)).toMatch(/^Este botón ya detuvo todo lo automático/);
  expect(await press(`stop:${Date.now() - 3_600_000}:${receiver}`)).toMatch(/^El botón caducó y no se detuvo nada/);
});

it('a new chat is reported on the other channels, and not in the chat', async () => {
  const { userId } = person.principal;
  await connect();
  const [row] = await app.db.sql<{ id: number; params: unknown }[]>`
    SELECT id, params FROM notifications WHERE user_id = ${userId} AND kind = 'chat_linked'`;
  expect(row?.params).toEqual({ name: `@ana${chatId}` });
  const sent = await app.db.sql`
    SELECT channel FROM notification_outbox WHERE user_id = ${userId} AND notification_id = ${row?.id ?? 0}`;
  expect(sent.map(({ channel }) => channel)).not.toContain('telegram');
});

it('a notification reaches the chat of its user', async () => {
  await connect();
  const { userId } = person.principal;
  const before = api.textsOf(chatId).length;
  await app.db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${userId}, 'broker_lost', 'x', 'deriv', '{"broker":"deriv","name":"Deriv"}', now())`;
  app.features.deliveries.worker.wake();
  await expect
    .poll(() => api.textsOf(chatId).slice(before), { timeout: 10_000 })
    .toEqual(['<b>Deriv se desconectó</b>\nVolvemos a conectar solos. Las órdenes a este bróker esperan.']);
});

it('an update over HTTP is handled only with the secret', async () => {
  const post = (headers: Readonly<Record<string, string>>) =>
    fetch(`${app.url}/api/v1/telegram/updates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ update_id: 1, ...textUpdate(chatId, '/estado') }),
    });
  expect((await post({})).status).toBe(404);
  expect((await post({ 'x-telegram-bot-api-secret-token': 'x' })).status).toBe(404);
  expect(api.textsOf(chatId)).toEqual([]);
  const secret = app.features.telegram.secret ?? '';
  expect((await post({ 'x-telegram-bot-api-secret-token': secret })).status).toBe(200);
  expect(api.textsOf(chatId)).toEqual([expect.stringMatching(/^Este chat no está conectado/)]);
});

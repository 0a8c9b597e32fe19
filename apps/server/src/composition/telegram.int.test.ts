import { TelegramCode, TelegramView } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BOT_TOKEN, FakeBotApi, textUpdate } from '#features/telegram/testing-bot-api.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proved, type TestPerson } from './testing-person.ts';

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
  const headers = { ...proved(app, (await newPerson(app)).access), 'content-type': 'application/json' };
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
  const headers = { ...proved(app, person.access), 'content-type': 'application/json' };
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

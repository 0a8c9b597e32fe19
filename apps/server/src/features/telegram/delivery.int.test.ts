import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDeliveryWorld, type DeliveryWorld } from '#features/notifications/deliveries/testing.ts';
import type { ReceiverPort } from '#features/notifications/index.ts';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { type BotWorld, createBotWorld } from './testing.ts';
import { BOT_TOKEN } from './testing-bot-api.ts';

const CHAT = 5001;
const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
let world: DeliveryWorld;
let bot: BotWorld;
let ana: Principal;

/** Passes calls on, because the deliveries and the bot need each other. */
const port: ReceiverPort = {
  deliver: (receiverId, message) => bot.telegram.deliver(receiverId, message),
  recordResult: (receiverIds, result) => bot.telegram.recordResult(receiverIds, result),
  forget: (receiverId) => bot.telegram.forget(receiverId),
};

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  await database.db.sql`DELETE FROM throttle`;
  world = await createDeliveryWorld(database, { telegram: port });
  const { clock, deliveries } = world;
  bot = await createBotWorld({
    db: database.db,
    clock,
    siteUrl: 'https://vigia.example',
    reconsider: (receiverId) => deliveries.reconsider(receiverId),
  });
  ana = await world.newPerson();
  await bot.link(ana.userId, CHAT);
  bot.api.sent.length = 0;
  return async () => {
    await world.stop();
    await bot.stop();
  };
});

const texts = () => bot.api.textsOf(CHAT);
const chat = async () => (await bot.telegram.view(ana.userId)).chat;

it('a notification is sent to the chat with a link, and the settings show the time of the last message', async () => {
  await world.settledTrade(ana);
  await world.deliver();
  expect(texts()).toEqual([
    '<b>Ganada: EURUSD CALL</b>\nResultado +$8.50\n<a href="https://vigia.example/dashboard">Abrir en Vigía</a>',
  ]);
  expect([await world.states(), (await chat())?.sent_at]).toEqual([
    ['sent'],
    new Date(world.clock.now()).toISOString(),
  ]);
});

it('a burst of notifications is one message with a line for each', async () => {
  await world.settledTrades(ana, 25);
  await world.deliver();
  expect(texts()).toHaveLength(1);
  const lines = texts()[0]?.split('\n') ?? [];
  expect([lines[0], lines[1], lines.length, lines.at(-2)]).toEqual([
    '<b>25 avisos nuevos</b>',
    'Ganada: EURUSD CALL. Resultado +$8.50',
    23,
    'y 5 más',
  ]);
});

it('only notifications of the chosen topics are sent', async () => {
  await bot.telegram.changeTopics(ana.userId, ['signal']);
  await world.settledTrade(ana);
  await world.deliver();
  expect([texts(), await world.states()]).toEqual([[], []]);
});

it('a message waits as long as Telegram states', async () => {
  bot.api.mishaps.push({ kind: 'status', status: 429, retryAfterS: 42 });
  await world.settledTrade(ana);
  await world.deliver();
  world.clock.advance(41_000);
  await world.deliver();
  expect(texts()).toHaveLength(0);
  world.clock.advance(1_000);
  await world.deliver();
  expect([texts().length, await world.states()]).toEqual([1, ['sent']]);
});

it('messages keep their order while the first message is repeated, and no message is sent twice', async () => {
  bot.api.mishaps.push({ kind: 'status', status: 500 }, { kind: 'body', text: '<html>' });
  await world.settledTrade(ana);
  await world.deliver();
  await database.db.sql`UPDATE notification_outbox SET created_at = created_at - interval '10 minutes'`;
  await bot.say(CHAT, '/ayuda');
  bot.api.sent.length = 0;
  await database.db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${ana.userId}, 'broker_lost', 'x', 'deriv', '{"broker":"deriv","name":"Deriv"}', ${new Date(world.clock.now())})`;
  for (let count = 0; count < 8; count += 1) {
    world.clock.advance(30_000);
    await world.deliver();
  }
  const titles = texts().map((text) => text.split('\n')[0]);
  expect(titles).toEqual(['<b>Ganada: EURUSD CALL</b>', '<b>Deriv se desconectó</b>']);
  expect(await world.states()).toEqual(['sent', 'sent']);
});

it('a message that is being sent slowly is not sent by another process too', async () => {
  bot.api.mishaps.push({ kind: 'slow' });
  await world.settledTrade(ana);
  const slow = world.deliver();
  await expect.poll(() => bot.api.isHolding).toBe(true);
  await world.deliver(world.another());
  bot.api.release();
  await slow;
  expect(texts()).toHaveLength(1);
});

it('a blocked bot disconnects the chat, and the user is notified on the other channels', async () => {
  bot.api.blockedChats.add(CHAT);
  await world.settledTrade(ana);
  await world.deliver();
  expect(await chat()).toBeNull();
  expect(await world.kinds(ana)).toEqual(['chat_linked', 'trade_ended', 'channel_failed']);
  expect(await bot.events(ana.userId)).toContain('telegram_unlinked @ana5001 gone');
});

it('a message that Telegram refuses is not sent again, and the settings show the failure', async () => {
  bot.api.mishaps.push({ kind: 'status', status: 400, description: 'Bad Request: x' });
  await world.settledTrade(ana);
  await world.deliver();
  expect([await world.states(), (await chat())?.failed_at]).toEqual([['failed'], expect.any(String)]);
});

it('a muted chat gets its messages afterwards, at once if the silence ends early', async () => {
  await bot.say(CHAT, '/silencio 20');
  await world.settledTrade(ana);
  await world.deliver();
  expect(texts()).toHaveLength(1);
  world.clock.advance(HOUR_MS);
  await bot.say(CHAT, '/silencio 0');
  await world.deliver();
  expect(texts().at(-1)).toContain('Ganada: EURUSD CALL');
});

it('text of a user cannot add markup', async () => {
  await database.db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${ana.userId}, 'broker_lost', 'x', 'deriv', ${database.db.sql.json({ broker: 'deriv', name: '<a href="x">&"' })},
            ${new Date(world.clock.now())})`;
  await world.deliver();
  expect(texts()[0]).toContain('<b>&lt;a href=&quot;x&quot;&gt;&amp;&quot; se desconectó</b>');
});

it('a test message is sent only on the request of the owner of the chat', async () => {
  expect((await bot.telegram.sendTest(ana.userId)).ok).toBe(true);
  expect(bot.tests).toHaveLength(1);
  const bruno = await world.newPerson();
  expect(await bot.telegram.sendTest(bruno.userId)).toEqual({ ok: false, error: 'telegram_chat_not_found' });
});

it('messages wait if the installation has no bot any more', async () => {
  const none = await createBotWorld({ db: database.db, clock: world.clock, hasBot: false });
  const [row] = await database.db.sql<{ id: string }[]>`SELECT id FROM notification_receivers`;
  const summary = { title: 'x', text: 'x', tag: 'x', path: '/' };
  const message = { id: 'x', summary, items: [], expiresMs: 0, attempt: 1 };
  expect((await none.telegram.deliver(row?.id ?? '', message)).kind).toBe('later');
  await none.stop();
});

it('no line of the log contains the token, whatever goes wrong', async () => {
  bot.api.mishaps.push({ kind: 'status', status: 500 }, { kind: 'body', text: 'x' });
  await world.settledTrade(ana);
  for (let count = 0; count < 4; count += 1) {
    await world.deliver();
    world.clock.advance(120_000);
  }
  bot.ports.activeTrades = () => Promise.reject(new Error(`request to ${bot.api.url}/bot${BOT_TOKEN}/x failed`));
  await bot.say(CHAT, '/activas');
  const [, word = ''] = BOT_TOKEN.split(':');
  expect(bot.lines.join('')).toContain('could not be handled');
  expect(bot.lines.join('')).not.toContain(word);
  const errors = await database.db.sql`SELECT last_error FROM notification_outbox`;
  expect(JSON.stringify(errors)).not.toContain(word);
});

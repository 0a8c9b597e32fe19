import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTradingWorld } from '#features/trading/testing.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { type BotWorld, createBotWorld } from './testing.ts';
import { blockedUpdate, textUpdate } from './testing-bot-api.ts';

const MINUTE_MS = 60_000;
const [CHAT, OTHER_CHAT] = [1001, 1002];

let database: TestDatabase;
let people: ReturnType<typeof createTradingWorld>;
let bot: BotWorld;
let ana: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  await database.db.sql`DELETE FROM throttle`;
  people = createTradingWorld(database);
  bot = await createBotWorld({ db: database.db, clock: people.clock });
  ana = await people.newUser();
  return () => bot.stop();
});

const chatName = async (userId: string) => (await bot.telegram.view(userId)).chat?.name ?? null;

describe('a code', () => {
  it('is in a link to the bot, and connects the chat that sends it', async () => {
    const made = await bot.telegram.newCode(ana);
    if (!made.ok) throw new Error(made.error);
    const { code, url, expires_at } = made.value;
    expect(url).toBe(`https://t.me/vigia_prueba_bot?start=${code}`);
    expect(Date.parse(expires_at) - people.clock.now()).toBe(10 * MINUTE_MS);
    expect(await bot.say(CHAT, `/start ${code}`)).toEqual([expect.stringMatching(/^Conectado\./)]);
    expect((await bot.telegram.view(ana)).chat).toMatchObject({ name: '@ana1001', muted_until: null, sent_at: null });
    expect(await bot.events(ana)).toEqual(['telegram_linked @ana1001']);
  });

  it('is stored only as a hash', async () => {
    const code = await bot.codeOf(ana);
    const [row] = await database.db.sql`SELECT * FROM telegram_codes`;
    expect(JSON.stringify(row)).not.toContain(code);
    expect(code).toMatch(/^[\w-]{22}$/);
  });

  it('is valid once', async () => {
    const code = await bot.codeOf(ana);
    await bot.say(CHAT, `/start ${code}`);
    expect(await bot.say(OTHER_CHAT, `/start ${code}`)).toEqual([expect.stringMatching(/^Ese código no vale/)]);
    expect(await chatName(ana)).toBe('@ana1001');
  });

  it('connects one of two chats that send it at the same time', async () => {
    const code = await bot.codeOf(ana);
    await Promise.all([bot.say(CHAT, `/start ${code}`), bot.say(OTHER_CHAT, `/start ${code}`)]);
    const texts = bot.api.sent.map(({ text }) => text.slice(0, 9));
    expect(texts.toSorted()).toEqual(['Conectado', 'Ese códig']);
  });

  it('is no longer valid after ten minutes', async () => {
    const code = await bot.codeOf(ana);
    people.clock.advance(10 * MINUTE_MS);
    expect(await bot.say(CHAT, `/start ${code}`)).toEqual([expect.stringMatching(/^Ese código no vale/)]);
    expect(await chatName(ana)).toBeNull();
  });

  it('is no longer valid after a newer code', async () => {
    const first = await bot.codeOf(ana);
    const second = await bot.codeOf(ana);
    await bot.say(CHAT, `/start ${first}`);
    expect(await chatName(ana)).toBeNull();
    await bot.say(CHAT, `/start ${second}`);
    expect(await chatName(ana)).toBe('@ana1001');
  });

  it('is refused to a chat that guessed five times', async () => {
    for (let count = 0; count < 5; count += 1) await bot.say(CHAT, `/start guess${count}`);
    const code = await bot.codeOf(ana);
    expect(await bot.say(CHAT, `/start ${code}`)).toEqual([expect.stringMatching(/^Demasiados códigos/)]);
    expect(await chatName(ana)).toBeNull();
    expect(await bot.say(OTHER_CHAT, `/start ${code}`)).toEqual([expect.stringMatching(/^Conectado\./)]);
  });

  it('is used up if it was written in a group, and connects nothing', async () => {
    const code = await bot.codeOf(ana);
    await bot.post(textUpdate(-50, `/start@vigia_prueba_bot ${code}`, 'group'));
    expect(bot.api.textsOf(-50)).toEqual([expect.stringMatching(/^El bot solo funciona en un chat privado/)]);
    await bot.say(CHAT, `/start ${code}`);
    expect(await chatName(ana)).toBeNull();
  });
});

describe('a chat', () => {
  it('replaces the earlier chat of its user, which is notified, and keeps the topics', async () => {
    await bot.link(ana, CHAT);
    await bot.telegram.changeTopics(ana, ['signal']);
    await bot.link(ana, OTHER_CHAT);
    expect(bot.api.textsOf(CHAT).at(-1)).toMatch(/se conectó a otro chat/);
    expect((await bot.telegram.view(ana)).chat).toMatchObject({ name: '@ana1002', topics: ['signal'] });
    expect(await bot.say(CHAT, '/estado')).toEqual([expect.stringMatching(/^Este chat no está conectado/)]);
  });

  it('stays connected if its user connects it again', async () => {
    await bot.link(ana, CHAT);
    await bot.link(ana, CHAT);
    expect(await chatName(ana)).toBe('@ana1001');
    expect(bot.api.textsOf(CHAT)).toHaveLength(2);
  });

  it('belongs to the last user who connected it, and the log of the earlier user states this', async () => {
    const bruno = await people.newUser();
    await bot.link(ana, CHAT);
    await bot.link(bruno, CHAT);
    expect([await chatName(ana), await chatName(bruno)]).toEqual([null, '@ana1001']);
    expect(await bot.events(ana)).toEqual(['telegram_linked @ana1001', 'telegram_unlinked @ana1001 moved']);
  });

  it('is deleted with its user, and so is a code', async () => {
    await bot.link(ana, CHAT);
    await bot.codeOf(ana);
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users WHERE id = ${ana}`);
    const [left] = await database.db.sql<{ count: number }[]>`
      SELECT ((SELECT count(*) FROM telegram_chats) + (SELECT count(*) FROM telegram_codes)
        + (SELECT count(*) FROM notification_receivers))::int AS count`;
    expect(left?.count).toBe(0);
  });

  it('is notified when its user disconnects it in the app', async () => {
    await bot.link(ana, CHAT);
    expect(await bot.telegram.unlink(ana)).toEqual({ is_available: true, chat: null });
    expect(bot.api.textsOf(CHAT).at(-1)).toMatch(/^Este chat se desconectó desde la app/);
    await bot.telegram.unlink(ana);
    expect(await bot.events(ana)).toEqual(['telegram_linked @ana1001', 'telegram_unlinked @ana1001 app']);
  });

  it('is disconnected in the app even while Telegram does not answer', async () => {
    await bot.link(ana, CHAT);
    bot.api.mishaps.push({ kind: 'status', status: 502 });
    expect((await bot.telegram.unlink(ana)).chat).toBeNull();
  });

  it('is disconnected by /desconectar', async () => {
    await bot.link(ana, CHAT);
    expect(await bot.say(CHAT, '/desconectar')).toEqual([expect.stringMatching(/^Desconectado\./)]);
    expect(await bot.events(ana)).toContain('telegram_unlinked @ana1001 chat');
    expect(await chatName(ana)).toBeNull();
  });

  it('is disconnected when its owner blocks the bot', async () => {
    await bot.link(ana, CHAT);
    await bot.post(blockedUpdate(CHAT));
    expect(await chatName(ana)).toBeNull();
    expect(await bot.events(ana)).toContain('telegram_unlinked @ana1001 gone');
  });
});

it('an installation without a bot refuses to create a code, with this reason', async () => {
  const none = await createBotWorld({ db: database.db, clock: people.clock, hasBot: false });
  expect(await none.telegram.view(ana)).toEqual({ is_available: false, chat: null });
  expect(await none.telegram.newCode(ana)).toEqual({ ok: false, error: 'telegram_missing' });
  none.telegram.start();
  await none.stop();
  expect(none.api.calls).toEqual([]);
});

it('the hash chain of the security log stays intact when two users connect the same chat at the same time', async () => {
  const bruno = await people.newUser();
  const codes = await Promise.all([bot.codeOf(ana), bot.codeOf(bruno)]);
  await Promise.all(codes.map((code) => bot.say(CHAT, `/start ${code}`)));
  const names = await Promise.all([chatName(ana), chatName(bruno)]);
  expect(names.toSorted()).toEqual(['@ana1001', null]);
});

import { inspect } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { createBotApi } from './bot-api.ts';
import { ACCEPTED_BY_GRAMMY, BOT_TOKEN, type BotApiFault, FakeBotApi } from './testing-bot-api.ts';

const CHAT = 6001;
let fake: FakeBotApi;

beforeEach(async () => {
  fake = await FakeBotApi.start();
  return () => fake.stop();
});

const send = () => createBotApi({ token: BOT_TOKEN, apiUrl: fake.url }, 0.3).send(CHAT, 'x');
const later = (reason: string, retryAfterMs: number | null = null) => ({ kind: 'later', reason, retryAfterMs });

it('a message is sent once', async () => {
  expect(await send()).toEqual({ ok: true, value: null });
  expect(fake.sent).toEqual([{ chatId: CHAT, text: 'x', button: null }]);
});

it.each<[string, BotApiFault, object]>([
  ['too many messages', { kind: 'status', status: 429, retryAfterS: 7 }, later('status 429', 7_000)],
  ['too many messages without a time', { kind: 'status', status: 429 }, later('status 429')],
  ['an internal error', { kind: 'status', status: 500 }, later('status 500')],
  ['a half answer', { kind: 'half' }, later('no readable answer')],
  ['no answer in time', { kind: 'silent' }, later('no readable answer')],
  ['a page of a proxy', { kind: 'body', text: '<html>' }, later('no readable answer')],
  ['an answer of another form', { kind: 'body', text: '{"a":1}' }, later('status undefined')],
  ['an empty answer', { kind: 'body', text: 'null' }, later('no readable answer')],
  ['a blocked bot', { kind: 'status', status: 403 }, { kind: 'gone' }],
  ['a deleted chat', { kind: 'status', status: 400, description: 'Bad Request: chat not found' }, { kind: 'gone' }],
  ['another refusal', { kind: 'status', status: 400, description: 'x' }, { kind: 'refused', reason: 'status 400' }],
  ['a refused token', { kind: 'status', status: 401 }, { kind: 'unknown_bot' }],
])('the error of a message that fails with %s does not contain the bot token', async (_what, mishap, fault) => {
  fake.mishaps.push(mishap);
  const answer = await send();
  expect(answer).toEqual({ ok: false, fault });
  expect(inspect(answer, { depth: 9 })).not.toContain('CANARY');
});

it('the error of a refused connection does not contain the bot token', async () => {
  const { url } = fake;
  await fake.stop();
  const answer = await createBotApi({ token: BOT_TOKEN, apiUrl: url }, 1).name();
  expect(answer).toEqual({ ok: false, fault: later('no readable answer') });
  fake = await FakeBotApi.start();
});

it('the types of the library grammY accept every request that the fake Bot API accepts', () => {
  expect(Object.values(ACCEPTED_BY_GRAMMY)).not.toContain(false);
});

it('the name of the bot is read from Telegram', async () => {
  expect(await createBotApi({ token: BOT_TOKEN, apiUrl: fake.url }).name()).toEqual({
    ok: true,
    value: 'vigia_prueba_bot',
  });
});

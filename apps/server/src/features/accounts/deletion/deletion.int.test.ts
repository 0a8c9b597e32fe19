import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { err, ok } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { startAccountsServer } from '../testing.ts';
import type { People } from './people.ts';

const DELETE = '/api/v1/account/delete';
const body = { confirm: DELETE_ACCOUNT_PHRASE, password: 'right' };

const bus = createInProcessBus(createLogger('silent'));
const removed: string[] = [];
const people: People = {
  confirmPassword: async (_userId, password) =>
    password === 'right' ? ok(null) : err({ code: 'rate_limited', retryAfterS: 7 }),
  remove: async (_tx, userId) => {
    removed.push(userId);
    return ['session-1', 'bot-1'];
  },
};
const server = await startAccountsServer({ bus, people });
const hosted = await startAccountsServer();
afterAll(async () => {
  await server.close();
  await hosted.close();
});

describe('the deletion of an account', () => {
  it('ends all sessions and bot tokens of the user', async () => {
    const ended: string[] = [];
    bus.subscribe(SESSION_ENDED, ({ sessionId }) => void ended.push(sessionId));
    const userId = await server.newPerson();
    expect((await server.call(server.tokenFor(userId), 'POST', DELETE, body)).status).toBe(200);
    expect([removed.at(-1), ended]).toEqual([userId, ['session-1', 'bot-1']]);
  });

  it('is refused after too many wrong passwords, and the response states how long to wait', async () => {
    const token = server.tokenFor(await server.newPerson());
    const answer = await server.call(token, 'POST', DELETE, { ...body, password: 'wrong' }, null);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, error: { code: 'rate_limited' } });
  });

  it('needs no password if the request has a re-authentication proof', async () => {
    const token = server.tokenFor(await server.newPerson());
    const { confirm } = body;
    expect((await server.call(token, 'POST', DELETE, { confirm }, null)).status).toBe(429);
    expect((await server.call(token, 'POST', DELETE, { confirm })).status).toBe(200);
  });

  it('is refused if a hosted Supabase project keeps the users', async () => {
    const token = hosted.tokenFor(await hosted.newPerson());
    expect(await hosted.call(token, 'POST', DELETE, body)).toMatchObject({
      status: 409,
      error: { code: 'auth_is_hosted' },
    });
  });

  it('is refused if a bot token requests it', async () => {
    const bot = server.tokenFor(await server.newPerson(), { scopes: ['read', 'trade', 'pcr', 'connections'] });
    expect(await server.call(bot, 'POST', DELETE, body)).toMatchObject({ error: { code: 'insufficient_scope' } });
  });
});

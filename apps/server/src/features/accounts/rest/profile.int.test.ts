import { durationMs } from '@vigia/core/kernel';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY, startAccountsServer } from '../testing.ts';

const LIMITS = '/api/v1/account/limits';
const DAY_MS = 24 * 60 * 60_000;

const server = await startAccountsServer();
const { db, call, tokenFor, newPerson, logged, clock } = server;
afterAll(() => server.close());

let userId: string;
let token: string;
beforeEach(async () => {
  userId = await newPerson();
  token = tokenFor(userId);
});
const patch = (change: object, id = userId) => call(token, 'PATCH', `/rest/v1/users?id=eq.${id}`, change);
const stored = async () => (await db.sql`SELECT username FROM users WHERE id = ${userId}`)[0]?.['username'];

describe('the user name', () => {
  it.each([
    ['ana', 'ana'],
    ['  José_Ñ.9-  ', 'José_Ñ.9-'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['', null],
    [null, null],
  ])('%j in a change is stored as %j', async (username, kept) => {
    expect((await patch({ username })).status).toBe(204);
    expect(await stored()).toBe(kept);
  });

  it.each(['ab', 'x'.repeat(41), 'Ana Gómez', '<b>ana</b>', 'a/b/c', 'ana\u202e'])(
    '%j in a change is refused',
    async (username) => {
      expect(await patch({ username })).toMatchObject({ status: 400, code: '23514' });
      expect(await stored()).toBeNull();
    },
  );

  it('may be the same for two users', async () => {
    await patch({ username: 'ana' });
    const other = await newPerson();
    expect((await call(tokenFor(other), 'PATCH', `/rest/v1/users?id=eq.${other}`, { username: 'ana' })).status).toBe(
      204,
    );
  });

  it('is not validated if the filter of the request matches no row', async () => {
    expect((await patch({ username: 'x' }, await newPerson())).status).toBe(204);
  });
});

describe('a selection of columns', () => {
  const rows = async (select: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, apikey: PUBLISHABLE_KEY };
    const answer = await server.app.inject({ url: `/rest/v1/users?select=${select}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('contains exactly the selected columns', async () => {
    expect(await rows('id,is_admin')).toEqual({ status: 200, body: [{ id: userId, is_admin: false }] });
  });

  it('may give a column the name of another column with a different type', async () => {
    expect(await rows('is_admin:id')).toEqual({ status: 200, body: [{ is_admin: userId }] });
  });
});

describe('the limit of concurrent trades', () => {
  const event = (from: number, to: number) => ({
    kind: 'limits_changed',
    detail: { limit: 'max_concurrent_trades', from, to },
  });

  it('is shown with its pending raise and the date of the raise until the raise takes effect', async () => {
    const waiting = async () => (await call(token, 'GET', LIMITS)).data?.['waiting'];
    expect(await waiting()).toMatchObject({ max_concurrent_trades: null });
    const from = new Date(clock.now() + DAY_MS).toISOString();
    await patch({ max_concurrent_trades: 8 });
    expect(await waiting()).toMatchObject({ max_concurrent_trades: { value: 8, from } });
    clock.advance(durationMs(DAY_MS));
    expect(await waiting()).toMatchObject({ max_concurrent_trades: null });
  });

  it('is written to the security log only if its value changes', async () => {
    await patch({ max_concurrent_trades: 3 });
    await patch({ risk_level: 'high' });
    await patch({ max_concurrent_trades: 8 });
    await patch({ max_concurrent_trades: 8 });
    await patch({ max_concurrent_trades: 2 });
    expect(await logged(userId)).toEqual([event(3, 8), event(8, 2)]);
  });

  it('cannot be changed for another user, and such an attempt is not logged', async () => {
    const other = await newPerson();
    await patch({ max_concurrent_trades: 1 }, other);
    expect([await logged(userId), await logged(other)]).toEqual([[], []]);
  });
});

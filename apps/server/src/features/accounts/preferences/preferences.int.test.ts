import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsServer } from '../testing.ts';

const PREFERENCES = '/api/v1/account/preferences';
const LIMITS = '/api/v1/account/limits';
const FRESH = {
  time_zone: 'UTC',
  default_symbol: 'EURUSD',
  default_timeframe: '5m',
  refresh_interval_s: 5,
  mails_log_head: false,
};

const server = await startAccountsServer();
const { call, tokenFor, newPerson, logged } = server;
afterAll(() => server.close());

let userId: string;
let token: string;
beforeEach(async () => {
  userId = await newPerson();
  token = tokenFor(userId);
});
const put = (change: object) => call(token, 'PUT', PREFERENCES, change);
const read = async () => (await call(token, 'GET', PREFERENCES)).data;

describe('the preferences of a user', () => {
  it('have default values for a new user', async () => {
    expect(await read()).toEqual(FRESH);
  });

  it('are stored after a change, without effect on the preferences that the request omits', async () => {
    expect(await put({ default_symbol: 'BTCUSD' })).toMatchObject({ status: 200, data: { default_symbol: 'BTCUSD' } });
    await put({ default_timeframe: '1h', refresh_interval_s: 30, mails_log_head: true });
    expect(await read()).toEqual({
      ...FRESH,
      default_symbol: 'BTCUSD',
      default_timeframe: '1h',
      refresh_interval_s: 30,
      mails_log_head: true,
    });
  });

  it('do not affect other users', async () => {
    await put({ default_symbol: 'BTCUSD' });
    const other = tokenFor(await newPerson());
    expect((await call(other, 'GET', PREFERENCES)).data).toEqual(FRESH);
  });

  it('store a new time zone by its canonical name, log the change, and apply it to the limits a day later', async () => {
    expect((await put({ time_zone: 'america/bogota' })).data).toMatchObject({ time_zone: 'America/Bogota' });
    expect((await call(token, 'GET', LIMITS)).data).toMatchObject({
      time_zone: 'UTC',
      waiting: { time_zone: { value: 'America/Bogota' } },
    });
    expect(await logged(userId)).toMatchObject([
      { kind: 'limits_changed', detail: { limit: 'time_zone', from: 'UTC', to: 'America/Bogota' } },
    ]);
  });

  it.each([
    [{ time_zone: '+05:00' }, 'time_zone'],
    [{ time_zone: 'Macondo/Centro' }, 'time_zone'],
    [{ default_symbol: 'eur usd' }, 'default_symbol'],
    [{ default_timeframe: '7m' }, 'default_timeframe'],
    [{ refresh_interval_s: 0 }, 'refresh_interval_s'],
    [{ refresh_interval_s: 2.5 }, 'refresh_interval_s'],
    [{ mails_log_head: 'yes' }, 'mails_log_head'],
  ])('refuse the change %j and stay unchanged', async (change, path) => {
    const answer = await put({ default_symbol: 'BTCUSD', ...change });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer)).toContain(path);
    expect(await read()).toEqual(FRESH);
  });

  it('cannot be read with a bot token', async () => {
    const bot = tokenFor(userId, { scopes: ['read', 'trade'] });
    expect((await call(bot, 'GET', PREFERENCES)).status).toBe(403);
  });
});

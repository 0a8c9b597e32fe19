import { CurrentMode } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import type { Columns } from '#platform/persistence/database.ts';
import { modeOfChoice, readAccountChoice } from '../account-choice.ts';
import { writeLimits } from '../limits/testing.ts';
import { START_MS, startAccountsServer } from '../testing.ts';
import { ACCOUNT_CHOSEN } from '../topics.ts';

const HOUR_MS = 60 * 60_000;
const SAFETY = '/api/v1/account/safety';
const DECLARATION = '/api/v1/account/declaration';
const EXCLUSION = '/api/v1/account/self-exclusion';
const SWITCH = '/api/v1/trading/mode/switch';
const CURRENT = '/api/v1/trading/mode/current';

const server = await startAccountsServer();
const { db, call, tokenFor, newPerson, logged, world, clock } = server;
afterAll(() => server.close());

let userId: string;
let token: string;
beforeEach(async () => {
  world.isConnected = false;
  userId = await newPerson();
  token = tokenFor(userId, { aal: 'aal2' });
});

const setting = (change: Columns) => db.sql`UPDATE user_settings SET ${db.sql(change)} WHERE user_id = ${userId}`;
const limitReal = (minor: number | null) => writeLimits(db.sql, userId, { daily_loss_limit_minor: minor }, 'real');
const storedMode = async () => modeOfChoice(await readAccountChoice(db.sql, userId));
const declare = (country = 'MX', adult = true) => call(token, 'PUT', DECLARATION, { adult, country });
const toReal = (how = token, body: object = {}) =>
  call(how, 'POST', SWITCH, { mode: 'iqoption_real', confirm: REAL_MONEY_PHRASE, ...body });

/** Fulfils every condition of real-money trading for the test's user. */
async function clear() {
  world.isConnected = true;
  await declare();
  await limitReal(5_000);
}

describe('a change of the declared age or country', () => {
  const obstacles = async () => (await call(token, 'GET', SAFETY)).data?.['obstacles'];
  const DAY_MS = 24 * 60 * 60_000;

  it('from a banned to an allowed country takes effect a day later, and is listed as pending until then', async () => {
    await clear();
    await declare('DE');
    const from = new Date(clock.now() + DAY_MS).toISOString();
    expect((await declare('MX')).data).toMatchObject({
      country: 'DE',
      ban: { authority: expect.any(String) },
      waiting: { country: 'MX', adult: true, from },
    });
    clock.advance(durationMs(DAY_MS - 1));
    expect(await toReal()).toMatchObject({ status: 403, error: { code: 'country_banned' } });
    clock.advance(durationMs(1));
    expect(await obstacles()).toEqual([]);
    expect((await call(token, 'GET', SAFETY)).data).toMatchObject({ country: 'MX', declared_at: from, waiting: null });
  });

  it.each([
    ['to a country with a ban', 'DE', true],
    ['to a minor', 'MX', false],
  ])('%s replaces a chosen real account with the paper account at once', async (_what, country, adult) => {
    await clear();
    await setting({ chosen_broker: 'deriv', chosen_kind: 'real' });
    const chosen: string[] = [];
    const cancel = server.bus.subscribe(ACCOUNT_CHOSEN, (message) => void chosen.push(message.userId));
    await declare('CL');
    expect(await readAccountChoice(db.sql, userId)).toEqual({ broker: 'deriv', kind: 'real' });
    await declare(country, adult);
    cancel();
    expect([await readAccountChoice(db.sql, userId), chosen.at(-1)]).toEqual([null, userId]);
  });

  it('waits for an order that is being placed, so no later order is approved under the previous declaration', async () => {
    await clear();
    let isDone = false;
    const declared = await db.transaction(async (tx) => {
      // An order that is being placed holds the row lock of its account.
      await tx`SELECT 1 FROM accounts WHERE user_id = ${userId} FOR NO KEY UPDATE`;
      const change = declare('DE').then(() => (isDone = true));
      await expect
        .poll(
          () => db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
      expect(isDone).toBe(false);
      return { change };
    });
    await declared.change;
    expect(isDone).toBe(true);
  });

  it('from minor to adult takes effect a day later, but from adult to minor at once', async () => {
    await clear();
    await declare('MX', false);
    expect(await obstacles()).toEqual(['underage']);
    await declare('MX', true);
    expect(await obstacles()).toEqual(['underage']);
    clock.advance(durationMs(DAY_MS));
    expect(await obstacles()).toEqual([]);
  });

  it('drops its pending change if the user declares the current values again', async () => {
    await clear();
    await declare('DE');
    await declare('MX');
    expect((await declare('DE')).data).toMatchObject({ country: 'DE', waiting: null });
    clock.advance(durationMs(2 * DAY_MS));
    expect(await obstacles()).toEqual(['country_banned']);
  });
});

describe('the declaration of age and country', () => {
  it('is missing for a new user; once it is made, it is shown with its time and logged', async () => {
    expect((await call(token, 'GET', SAFETY)).data).toMatchObject({ adult: null, country: null, declared_at: null });
    expect((await declare('ES')).data).toMatchObject({
      adult: true,
      country: 'ES',
      declared_at: new Date(clock.now()).toISOString(),
      ban: { authority: 'CNMV', since: '2019-07-02' },
    });
    expect(await logged(userId)).toEqual([{ kind: 'declaration_made', detail: { adult: true, country: 'ES' } }]);
  });

  it('is stored even if the user declares to be a minor', async () => {
    expect((await declare('MX', false)).data).toMatchObject({ adult: false, ban: null });
    expect((await call(token, 'GET', SAFETY)).data?.['obstacles']).toContain('underage');
  });

  it('accepts only existing countries, so that reserved country codes cannot evade a ban', async () => {
    for (const country of ['UK', 'EU', 'ZZ', 'es', 'Spain']) expect((await declare(country)).status).toBe(422);
  });

  it('is refused to anonymous users', async () => {
    const anonymous = tokenFor(await newPerson(null), { isAnonymous: true });
    expect(await call(anonymous, 'PUT', DECLARATION, { adult: true, country: 'MX' })).toMatchObject({
      status: 403,
      error: { code: 'anonymous_not_allowed' },
    });
  });
});

describe('self-exclusion', () => {
  it.each([
    ['24h', 24 * HOUR_MS],
    ['7d', 7 * 24 * HOUR_MS],
    ['30d', 30 * 24 * HOUR_MS],
  ])('for %s lasts exactly that long', async (period, lengthMs) => {
    const beganMs = clock.now();
    const answer = await call(token, 'POST', EXCLUSION, { period });
    expect(answer.data).toMatchObject({
      self_excluded_until: new Date(beganMs + lengthMs).toISOString(),
      self_excluded_forever: false,
    });
    clock.advance(durationMs(lengthMs - 1));
    expect((await call(token, 'GET', SAFETY)).data?.['obstacles']).toContain('self_excluded');
    clock.advance(durationMs(1));
    expect((await call(token, 'GET', SAFETY)).data).toMatchObject({ self_excluded_until: null });
    expect((await call(token, 'GET', SAFETY)).data?.['obstacles']).not.toContain('self_excluded');
    expect(await logged(userId)).toMatchObject([{ kind: 'self_excluded', detail: { period } }]);
  });

  it('is never shortened by a later request', async () => {
    await call(token, 'POST', EXCLUSION, { period: '30d' });
    const before = (await call(token, 'GET', SAFETY)).data;
    const refused = await call(token, 'POST', EXCLUSION, { period: '7d' });
    expect(refused).toMatchObject({ status: 409, error: { code: 'self_exclusion_shorter' } });
    expect(refused.error?.message).toMatch(/autoexcluido hasta el \d+ de \p{L}+ de \d{4}/u);
    expect((await call(token, 'GET', SAFETY)).data).toEqual(before);
  });

  it('without an end is permanent, whatever the user requests later', async () => {
    const answer = await call(token, 'POST', EXCLUSION, { period: 'forever' });
    expect(answer.data).toMatchObject({ self_excluded_until: null, self_excluded_forever: true });
    expect((await call(token, 'POST', EXCLUSION, { period: '30d' })).error).toMatchObject({
      code: 'self_exclusion_shorter',
      message: 'Ya estás autoexcluido para siempre: una autoexclusión no se puede acortar.',
    });
    clock.advance(durationMs(1_000 * 24 * HOUR_MS));
    expect((await call(token, 'GET', SAFETY)).data?.['obstacles']).toContain('self_excluded');
  });

  it('changes the chosen account from real to paper at once, even in a session without a second factor', async () => {
    await setting({ chosen_broker: 'deriv', chosen_kind: 'real' });
    const chosen: string[] = [];
    const cancel = server.bus.subscribe(ACCOUNT_CHOSEN, (message) => void chosen.push(message.userId));
    await call(tokenFor(userId), 'POST', EXCLUSION, { period: '24h' });
    cancel();
    expect(await readAccountChoice(db.sql, userId)).toBeNull();
    expect(chosen).toEqual([userId]);
  });

  it('does not change a chosen demo account', async () => {
    await setting({ chosen_broker: 'iqoption', chosen_kind: 'demo' });
    await call(token, 'POST', EXCLUSION, { period: '24h' });
    expect(await storedMode()).toBe('iqoption_demo');
  });

  it('is refused to an anonymous user', async () => {
    const anonymous = tokenFor(await newPerson(null), { isAnonymous: true });
    expect(await call(anonymous, 'POST', EXCLUSION, { period: '24h' })).toMatchObject({
      status: 403,
      error: { code: 'anonymous_not_allowed' },
    });
  });
});

describe('the trading mode', () => {
  it('is paper for a new user, else the mode that the user chose', async () => {
    world.isConnected = true;
    expect((await call(token, 'GET', CURRENT)).data).toMatchObject({ mode: 'mock' });
    const answer = await call(token, 'POST', SWITCH, { mode: 'iqoption_demo' });
    expect(CurrentMode.parse(answer.data)).toMatchObject({
      mode: 'iqoption_demo',
      account: { broker: 'iqoption', kind: 'demo', balance: 0, held: 0 },
    });
    expect((await call(token, 'GET', CURRENT)).data).toMatchObject({ mode: 'iqoption_demo' });
    await call(token, 'POST', SWITCH, { mode: 'mock' });
    expect(await storedMode()).toBe('mock');
    expect(await logged(userId)).toEqual([
      { kind: 'account_chosen', detail: { from: 'mock', to: 'iqoption_demo' } },
      { kind: 'account_chosen', detail: { from: 'iqoption_demo', to: 'mock' } },
    ]);
  });

  it('can be a broker mode only while the broker is connected', async () => {
    const refused = { status: 409, error: { code: 'mode_unavailable' } };
    expect(await call(token, 'POST', SWITCH, { mode: 'iqoption_demo' })).toMatchObject(refused);
    await clear();
    world.isConnected = false;
    expect(await toReal()).toMatchObject(refused);
    expect(await storedMode()).toBe('mock');
  });

  it('changes to real money if every condition is met', async () => {
    await clear();
    expect(await toReal()).toMatchObject({ status: 200, data: { mode: 'iqoption_real' } });
    expect(await storedMode()).toBe('iqoption_real');
  });

  it('changes to real money only with the exact phrase, which is checked before all other conditions', async () => {
    await clear();
    for (const confirm of [undefined, '', 'operar con dinero real', `${REAL_MONEY_PHRASE} `]) {
      const refused = await toReal(token, { confirm });
      expect(refused).toMatchObject({ status: 422, error: { code: 'real_money_phrase' } });
      expect(refused.error?.message).toContain(REAL_MONEY_PHRASE);
    }
    expect(await storedMode()).toBe('mock');
  });

  it.each<[string, number, () => Promise<unknown>, Partial<Principal>?]>([
    ['anonymous_not_allowed', 403, async () => undefined, { isAnonymous: true }],
    ['self_excluded', 403, () => setting({ self_excluded_until: new Date(START_MS * 2) })],
    ['declaration_missing', 403, () => setting({ country: null, country_declared_at: null })],
    ['underage', 403, () => declare('MX', false)],
    ['country_banned', 403, () => declare('ES')],
    ['insufficient_aal', 403, async () => undefined, { aal: 'aal1' }],
    ['daily_loss_limit_missing', 409, () => limitReal(null)],
  ])('cannot change to real money: %s', async (code, status, spoil, how = {}) => {
    await clear();
    await spoil();
    expect(await toReal(tokenFor(userId, { aal: 'aal2', ...how }))).toMatchObject({ status, error: { code } });
    expect(await storedMode()).toBe('mock');
  });

  it('cannot be real money in a banned country, and the refusal states the authority and date of the ban', async () => {
    await clear();
    await declare('ES');
    expect((await toReal()).error?.message).toBe(
      'En tu país no se pueden vender opciones binarias a particulares (CNMV, desde el 2019-07-02).',
    );
  });

  it('depends only on conditions that the server stores, not on claims in a request body', async () => {
    await clear();
    await limitReal(null);
    const claims = { daily_loss_limit: 50, aal: 'aal2', country: 'MX', adult: true };
    expect(await toReal(token, claims)).toMatchObject({ error: { code: 'daily_loss_limit_missing' } });
  });

  it('is returned with all unmet conditions of real money', async () => {
    expect((await call(tokenFor(userId), 'GET', SAFETY)).data?.['obstacles']).toEqual([
      'declaration_missing',
      'insufficient_aal',
      'daily_loss_limit_missing',
      'mode_unavailable',
    ]);
    await clear();
    expect((await call(token, 'GET', SAFETY)).data?.['obstacles']).toEqual([]);
  });
});

it('the routes for the trading mode and for safety refuse bot tokens with any scope', async () => {
  const bot = tokenFor(userId, { scopes: ['read', 'trade', 'pcr', 'connections'] });
  const refused = { status: 403, error: { code: 'insufficient_scope' } };
  expect(await call(bot, 'GET', SAFETY)).toMatchObject(refused);
  expect(await call(bot, 'PUT', DECLARATION, { adult: true, country: 'MX' })).toMatchObject(refused);
  expect(await call(bot, 'POST', EXCLUSION, { period: '24h' })).toMatchObject(refused);
  expect(await call(bot, 'POST', SWITCH, { mode: 'mock' })).toMatchObject(refused);
  expect(await call(bot, 'PUT', '/api/v1/account/limits', {})).toMatchObject(refused);
  expect((await call(bot, 'GET', CURRENT)).status).toBe(200);
});

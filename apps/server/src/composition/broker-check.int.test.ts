import { iqOptionBroker } from '@vigia/broker-iqoption';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from '@vigia/broker-iqoption/simulator';
import { BrokerCheckResponse } from '@vigia/contract';
import { ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const ROOT = '/api/v1/multi-broker';
/** Friday, 14:00 UTC: the markets are open. */
const START_MS = Date.parse('2026-11-20T14:00:00.000Z');
/** Speed of the clock while the check collects prices for a minute. */
const PRICES_SPEED = 100;
const Refused = z.looseObject({ error: z.looseObject({ code: z.string() }) });

describe('a broker check that a user starts in the web app', () => {
  const clock = new ManualClock(START_MS);
  let database: TestDatabase;
  let app: TestApp;
  let simulator: IqSimulator;

  beforeAll(async () => {
    database = await createTestDatabase();
    simulator = await startSimulator(clock, 7);
    const environment = { BROKER_ORIGINS: JSON.stringify({ iqoption: simulator.origins }) };
    const started = startTestApp({ databaseUrl: database.ownerUrl, brokers: [iqOptionBroker], environment, clock });
    app = await withClockAtRealSpeed(clock, started);
  });
  afterAll(async () => {
    await withClockAtRealSpeed(clock, app.stop());
    await simulator.stop();
    await database.close();
  });

  async function call(access: string, method: string, path: string, body?: object): Promise<unknown> {
    const request = fetch(`${app.url}${ROOT}/${path}`, {
      method,
      headers: { ...proofHeaders(app, access), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await withClockAtRealSpeed(clock, request)).json();
  }
  const check = async (access: string, method: string, path = '', body?: object) =>
    BrokerCheckResponse.parse(await call(access, method, `check/iqoption${path}`, body));

  it('is refused if the user has no open connection to the broker', async () => {
    const { access } = await newPerson(app);
    expect(Refused.parse(await call(access, 'POST', 'check/iqoption'))).toMatchObject({
      error: { code: 'broker_not_connected' },
    });
    expect(await check(access, 'GET')).toMatchObject({ state: 'none' });
    expect(Refused.parse(await call(access, 'POST', 'check/kraken'))).toMatchObject({
      error: { code: 'broker_unknown' },
    });
  });

  it('uses the open session, sends its order only after a confirmation and as an ordinary order, and is visible to its own user only', async () => {
    const [ana, luis] = [await newPerson(app), await newPerson(app)];
    const form = { email: 'ana@example.com', password: SIMULATED_PASSWORD };
    await call(ana.access, 'POST', 'connect/iqoption', form);
    expect(await check(ana.access, 'POST')).toMatchObject({ state: 'running' });
    const steps = async () => (await check(ana.access, 'GET')).steps;
    await expect
      .poll(async () => (await steps()).slice(0, 4).map(({ state }) => state))
      .toEqual(['as_expected', 'as_expected', 'as_expected', 'as_expected']);
    expect(await check(luis.access, 'GET')).toMatchObject({ state: 'none' });
    const asked = async () => {
      await expect.poll(async () => (await check(ana.access, 'GET')).state, { timeout: 60_000 }).toBe('asking');
    };
    await withClockAtRealSpeed(clock, asked(), PRICES_SPEED);
    const { order } = await check(ana.access, 'GET');
    expect(order).toEqual({ symbol: 'EURUSD', amount: 1, currency: 'USD', duration_s: 60 });
    expect(simulator.book.contracts()).toEqual([]);
    await check(ana.access, 'POST', '/order', { send: true });
    await expect.poll(async () => (await steps()).find(({ step }) => step === 'demo_order')?.state).toBe('as_expected');
    expect(simulator.book.contracts().map(({ accountId }) => simulator.book.account(accountId)?.kind)).toEqual([
      'demo',
    ]);
    const trades = await database.db
      .sql`SELECT account, stake_minor FROM trades WHERE user_id = ${ana.principal.userId}`;
    expect(trades).toMatchObject([{ account: 'demo', stake_minor: 100 }]);
    expect(await check(ana.access, 'DELETE')).toMatchObject({ state: 'cancelled' });
  }, 180_000);
});

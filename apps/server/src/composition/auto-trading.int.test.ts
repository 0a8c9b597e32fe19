import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Automation } from '@vigia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';

let database: TestDatabase;
let app: TestApp;
/** Folder of the key that encrypts data in the database. */
const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-auto-trading-'));
const start = async () => {
  app = await startTestApp({ databaseUrl: database.ownerUrl, dataFolder });
};
beforeAll(async () => {
  database = await createTestDatabase();
  await start();
});
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const SignedUp = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) });
const Running = z.object({ data: Automation });

async function signUp() {
  const { supabaseAnonKey: apikey } = z
    .object({ supabaseAnonKey: z.string() })
    .parse(await (await fetch(`${app.url}/config.json`)).json());
  const headers = { apikey, 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/auth/v1/signup`, { method: 'POST', headers, body: '{}' });
  return SignedUp.parse(await answer.json());
}
const read = async (token: string, path: string): Promise<unknown> =>
  (await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } })).json();

it('a restarted server trades a signal whose order was lost in a crash', async () => {
  const { access_token: token, user } = await signUp();
  const setupId = randomUUID();
  const { sql } = app.db;
  await sql`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, auto_trade, definition, anchor_time,
      live_since,
                            created_at, updated_at)
    VALUES (${setupId}, ${user.id}, 'uno', 'EURUSD', '5m', true, true, '{}', 0, now(), now(), now())`;
  await sql`
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since,
      created_at)
    VALUES (${setupId}, 1, 'EURUSD', '5m', '{}', 0, now(), now())`;
  // The entry is a minute ahead of the clock, so that the signal is not late even if the server starts slowly.
  const entryMs = Date.now() + 60_000;
  await sql`
    INSERT INTO pcr_signals (id, setup_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
      previous_hash, hash,
                             published_at)
    VALUES (${randomUUID()}, ${setupId}, 1, 1, 0, ${entryMs}, ${entryMs + 300_000}, '{"direction":"PUT"}', '', '',
      now())`;
  expect(Running.parse(await read(token, '/api/v1/trading/automation')).data.running).toBe(1);
  await app.stop();
  await start();
  await app.features.autoTrader.idle();
  expect(await app.features.trading.history.active(user.id)).toMatchObject([
    { origin: 'pcr', option_type: 'PUT', amount: 10, duration: 5, status: 'active' },
  ]);
  expect(await app.db.sql`SELECT decision FROM automation_decisions`).toEqual([{ decision: 'traded' }]);
});

it('a strategy can be moved only to the account of a broker that allows bots', async () => {
  const { access_token: token } = await signUp();
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${app.url}/api/v1/strategies${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const Made = z.object({ data: z.object({ id: z.uuid() }) });
  const { id } = Made.parse((await ask('POST', '', { name: 'RSI', type: 'rsi' })).body).data;
  const move = (broker: string) => ask('PUT', `/${id}/account`, { broker });
  expect(await move('deriv')).toMatchObject({ status: 200, body: { data: { broker: 'deriv' } } });
  expect(await move('quotex')).toMatchObject({
    status: 409,
    body: { error: { code: 'automation_forbidden', message: expect.stringMatching(/^Quotex prohíbe operar/) } },
  });
  expect(await read(token, `/api/v1/strategies/${id}`)).toMatchObject({ data: { account_broker: 'deriv' } });
});

it('an account in pesos accepts no strategy with decimal amounts, neither a new one nor a moved one', async () => {
  const { access_token: token, user } = await signUp();
  await app.db.sql`
    INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, created_at)
    VALUES (${randomUUID()}, ${user.id}, 'deriv', 'demo', 'CLP', 'D1', now())`;
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const Made = z.object({ data: z.object({ id: z.uuid() }) });
  const create = async (path: string, body: object) => Made.parse((await ask('POST', path, body)).body).data.id;
  const rsi = (trade_amount: number) => ({ name: 'RSI', type: 'rsi', parameters: { trade_amount } });
  const pcr = (fixedAmount: number) => ({
    name: 'P',
    asset: 'EURUSD',
    moneyManagement: { betType: 'fixed', fixedAmount },
  });
  const strategy = `/api/v1/strategies/${await create('/api/v1/strategies', rsi(10.5))}`;
  const setup = `/api/pcr/setup/${await create('/api/pcr/setup', pcr(10.5))}`;
  const refused = {
    status: 409,
    body: { error: { code: 'automation_amounts', message: expect.stringMatching(/CLP/) } },
  };
  expect(await ask('PUT', `${strategy}/account`, { broker: 'deriv' })).toMatchObject(refused);
  expect(await ask('PUT', `${setup}/account`, { broker: 'deriv' })).toMatchObject(refused);
  expect(await ask('PUT', strategy, rsi(5_000))).toMatchObject({ status: 200 });
  expect(await ask('PUT', setup, pcr(5_000))).toMatchObject({ status: 200 });
  expect(await ask('PUT', `${strategy}/account`, { broker: 'deriv' })).toMatchObject({ status: 200 });
  expect(await ask('PUT', `${setup}/account`, { broker: 'deriv' })).toMatchObject({ status: 200 });
  expect(await ask('PUT', strategy, rsi(10.5))).toMatchObject({ status: 422 });
  expect(await ask('PUT', setup, pcr(10.5))).toMatchObject({ status: 422 });
  const ladder = '/api/pcr/ladder?multiplier=2&steps=2&asset=EURUSD&broker=deriv&fixed_amount=';
  expect(await read(token, `${ladder}5000`)).toMatchObject({
    data: { currency: 'CLP', stakes: [5_000, 10_000], total_at_risk: 15_000, refusal: expect.stringContaining('CLP') },
  });
  expect(await read(token, `${ladder}10.5`)).toMatchObject({ error: { code: 'amount_invalid' } });
});

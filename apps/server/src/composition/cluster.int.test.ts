import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { startTestNats, type TestNats } from '#platform/nats/testing-nats.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp } from './testing.ts';
import { startMember, type TestMember } from './testing-member.ts';
import { newPerson, type TestPerson } from './testing-person.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const KEY = Buffer.alloc(32, 5).toString('base64');
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;

describeWithNats('a server of several processes', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let api: TestMember;
  let rest: TestMember;
  let ana: TestPerson;

  const start = (roles: string) => startMember({ nats, database }, roles);
  const at = (process: TestMember, path: string, init: RequestInit = {}) =>
    fetch(process.ownUrl + path, { ...init, headers: { authorization: `Bearer ${ana.access}`, ...init.headers } });

  beforeAll(async () => {
    [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
    // Both processes start at the same time on an empty database, so each may find rows that the other has written.
    [api, rest] = await Promise.all([start('api'), start('feed,engine,settler')]);
    ana = await newPerson(api);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([api.stop(), rest.stop()]);
    await Promise.all([nats.stop(), database.close()]);
  });

  it('answers users only in its API processes, and health checks in all of its processes', async () => {
    await expect.poll(async () => (await at(api, '/health/ready')).status, PATIENCE).toBe(200);
    expect((await at(rest, '/health/ready')).status).toBe(200);
    expect((await at(api, '/api/v1/trading/active')).status).toBe(200);
    for (const path of ['/api/v1/trading/active', '/', '/api/v1/stream', '/config.json'])
      expect([path, (await at(rest, path)).status]).toEqual([path, 404]);
  });

  it('places an order at the price that the process with the price feed publishes', async () => {
    const placed = await at(api, '/api/v1/trading/create-option', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ORDER),
    });
    expect([placed.status, await placed.json()]).toMatchObject([
      201,
      { data: { status: 'active', source: 'simulated' } },
    ]);
  });

  it('forwards requests that only the process with the broker sessions can answer', async () => {
    const answer = await at(api, '/api/v1/multi-broker/brokers');
    expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }]);
  });

  it('reports that the process with the broker sessions has stopped, and still serves other requests', async () => {
    await rest.stop();
    expect((await at(api, '/api/v1/multi-broker/brokers')).status).toBe(503);
    expect((await at(api, '/api/v1/trading/active')).status).toBe(200);
    await expect.poll(async () => (await at(api, '/health/ready')).status, PATIENCE).toBe(503);
    rest = await start('feed,engine,settler');
    await expect.poll(async () => (await at(api, '/health/ready')).status, PATIENCE).toBe(200);
  }, 90_000);
});

describe('a price recording', () => {
  it('is refused as the price source of a server with several processes', async () => {
    const database = await createTestDatabase();
    const environment = {
      NATS_URL: 'nats://127.0.0.1:9',
      VIGIA_MASTER_KEY: KEY,
      SITE_URL: 'http://127.0.0.1',
      MARKET_FEED: 'replay:EURUSD.csv',
    };
    await expect(startTestApp({ databaseUrl: database.ownerUrl, environment })).rejects.toThrow(
      'es de un solo proceso',
    );
    await database.close();
  });
});

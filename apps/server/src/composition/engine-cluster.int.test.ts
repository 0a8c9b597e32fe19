import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { startTestNats, type TestNats } from '#platform/nats/testing-nats.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startMember, type TestMember } from './testing-member.ts';
import { newPerson, type TestPerson } from './testing-person.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };
/** Number of built-in setups, which run for every user. */
const BUILT_IN = 2;
const SETUP = { name: 'Mío', asset: 'EURUSD', timeframe: '5m', is_active: true };
const Made = z.object({ data: z.object({ id: z.uuid() }) });

describeWithNats('setups and strategies over several processes', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let api: TestMember;
  let engines: TestMember[];
  let ana: TestPerson;
  let id: string;

  const start = (roles: string) => startMember({ nats, database }, roles);
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(api.ownUrl + path, {
      method,
      headers: { authorization: `Bearer ${ana.access}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const debug = async () => (await call('GET', `/api/pcr/debug?setup=${id}`)).status;

  beforeAll(async () => {
    [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
    [api, ...engines] = await Promise.all([start('api'), start('feed,engine,settler'), start('engine')]);
    const isReady = async () => expect((await fetch(`${api.ownUrl}/health/ready`)).status).toBe(200);
    await vi.waitFor(isReady, PATIENCE);
    ana = await newPerson(api);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([api, ...engines].map((process) => process.stop()));
    await Promise.all([nats.stop(), database.close()]);
  });

  it('are created at an API process, and run in an engine process while one is running', async () => {
    const made = await call('POST', '/api/pcr/setup', SETUP);
    expect(made).toMatchObject({ status: 201 });
    id = Made.parse(made.body).data.id;
    await expect.poll(debug, PATIENCE).toBe(200);
    const running = async () => (await call('GET', '/api/pcr/dashboard')).body;
    await expect.poll(running, PATIENCE).toMatchObject({ data: { setups_running: BUILT_IN + 1 } });
    // The shards still move between the two engine processes. During this time no process answers for the setup.
    const summary = async () => (await call('GET', '/api/pcr/sequences/summary')).body;
    await expect
      .poll(summary, PATIENCE)
      .toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ setup_id: id })]) });
    expect((await call('GET', '/api/pcr/health')).body).toMatchObject({ streams: expect.any(Number) });
    const strategy = { name: 'Mía', type: 'rsi', asset: 'EURUSD', timeframe: '1m', status: 'active' };
    expect((await call('POST', '/api/v1/strategies', strategy)).status).toBe(201);
    const streams = () => engines.map(({ features }) => features.strategies.streams).toSorted();
    await expect.poll(streams, PATIENCE).toEqual([0, 1]);
    // The other engine process takes over after one has ended.
    await engines[1]?.stop();
    engines = engines.slice(0, 1);
    await expect.poll(debug, PATIENCE).toBe(200);
    await expect.poll(() => engines[0]?.features.strategies.streams, PATIENCE).toBe(1);
    // Without any engine process, the response states that the setup does not run.
    await engines[0]?.stop();
    engines = [];
    expect(await call('GET', `/api/pcr/debug?setup=${id}`)).toMatchObject({
      body: { error: { code: 'setup_not_running' } },
    });
    expect(await call('GET', '/api/pcr/dashboard')).toMatchObject({
      status: 200,
      body: { data: { setups_running: 0 } },
    });
    expect(await call('GET', '/api/pcr/sequences/summary')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await call('GET', `/api/pcr/setup/${id}/statistics`)).status).toBe(200);
    expect((await call('POST', `/api/pcr/setup/${id}/stop`, {})).status).toBe(200);
  }, 240_000);
});

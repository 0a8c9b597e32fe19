import { BacktestJob, HistoryFetch, PriceFile } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FakeBroker } from '#features/brokers/testing.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const PATH = '/api/v1/history-fetches';
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const WITHIN = { timeout: 20_000 };

let database: TestDatabase;
let app: TestApp;
const iqoption = new FakeBroker('iqoption', 'IQ Option');
iqoption.history = (fromTime, toTime) =>
  Array.from({ length: (toTime - fromTime) / 60 }, (_, row): Candle => {
    const time = fromTime + row * 60;
    const close = 1.1 + Math.sin(time / 7_000) / 100;
    return { time, open: 1.1, high: 1.2, low: 1, close };
  });
const quotex = new FakeBroker('quotex', 'Quotex');
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl, brokers: [iqoption, quotex], fetchedDays: 10 });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

type Person = { readonly access: string };
async function call({ access }: Person, method: string, path: string, body?: object): Promise<Response> {
  return fetch(app.url + path, {
    method,
    headers: { ...proofHeaders(app, access), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
const Enveloped = z.object({ data: z.unknown() });
const dataOf = async <Data>(schema: z.ZodType<Data>, answer: Response): Promise<Data> =>
  schema.parse(Enveloped.parse(await answer.json()).data);
const codeOf = async (answer: Response) => [answer.status, Refused.parse(await answer.json()).error.code];
async function connected(): Promise<Person> {
  const person = await newPerson(app);
  for (const id of ['iqoption', 'quotex']) {
    const login = { email: 'ana@example.com', password: 'clave' };
    expect((await call(person, 'POST', `/api/v1/multi-broker/connect/${id}`, login)).status).toBe(200);
  }
  return person;
}
const listOf = async (person: Person) => dataOf(z.array(HistoryFetch), await call(person, 'GET', PATH));
async function fetched(person: Person): Promise<HistoryFetch> {
  const answer = await call(person, 'POST', PATH, { broker: 'iqoption', symbol: 'EURUSD' });
  expect(answer.status).toBe(202);
  await expect
    .poll(async () => (await listOf(person))[0], WITHIN)
    .toMatchObject({ status: 'done', gaps: { holes: 0 } });
  const [fetch] = await listOf(person);
  if (fetch === undefined) throw new Error('the fetch is gone');
  return fetch;
}

describe('a price history that a user fetched from a broker', () => {
  it('can be used for a backtest exactly as an imported file, and the report names the broker', async () => {
    const person = await connected();
    const { id, candles, pages, pages_done } = await fetched(person);
    expect([candles >= 14_400, pages_done]).toEqual([true, pages]);
    const [file] = await dataOf(z.array(PriceFile), await call(person, 'GET', '/api/v1/price-files'));
    expect(file).toMatchObject({ id, name: 'IQ Option', broker: 'iqoption', status: 'kept', candles });
    const subject = { kind: 'pcr', setup: { patterns: { requiredCriteria: 3 }, expiry: 5 } };
    const asked = await call(person, 'POST', '/api/v1/backtests', { subject, data: { source: 'file', file_id: id } });
    const job = await dataOf(BacktestJob, asked);
    const view = async () => dataOf(BacktestJob, await call(person, 'GET', `/api/v1/backtests/${job.id}`));
    await expect.poll(async () => (await view()).status, WITHIN).toBe('done');
    expect(await view()).toMatchObject({
      asset: 'EURUSD',
      report: { source: 'iqoption', candles: Math.floor(candles / 5) },
    });
  });

  it('is visible and usable only for its own user', async () => {
    const [ana, luis] = [await connected(), await connected()];
    const { id } = await fetched(ana);
    expect(await listOf(luis)).toEqual([]);
    expect(await codeOf(await call(luis, 'POST', `${PATH}/${id}/cancel`, {}))).toEqual([
      404,
      'history_fetch_not_found',
    ]);
    const subject = { kind: 'pcr', setup: { patterns: { requiredCriteria: 3 }, expiry: 5 } };
    const stolen = await call(luis, 'POST', '/api/v1/backtests', { subject, data: { source: 'file', file_id: id } });
    expect(await codeOf(stolen)).toEqual([404, 'price_file_not_found']);
  });

  it('ignores a request to cancel it after its end', async () => {
    const person = await connected();
    const fetch = await fetched(person);
    const answer = await call(person, 'POST', `${PATH}/${fetch.id}/cancel`, {});
    expect(await dataOf(HistoryFetch, answer)).toEqual(fetch);
  });

  it('is part of the data export of its user', async () => {
    const person = await connected();
    const { id } = await fetched(person);
    const text = await (await call(person, 'GET', '/api/v1/account/export')).text();
    expect(text).toContain(id);
  });

  it.each([
    ['a broker whose pages are unknown', { broker: 'quotex', symbol: 'EURUSD' }, 409, 'history_not_offered'],
    ['an unknown broker', { broker: 'nadie', symbol: 'EURUSD' }, 404, 'broker_unknown'],
    ['an unknown asset', { broker: 'iqoption', symbol: 'XAUUSD' }, 404, 'asset_unknown'],
  ])('is refused for %s', async (_, body, status, code) => {
    expect(await codeOf(await call(await connected(), 'POST', PATH, body))).toEqual([status, code]);
  });

  it('is refused if the user has no connection to the broker', async () => {
    const body = { broker: 'iqoption', symbol: 'EURUSD' };
    expect(await codeOf(await call(await newPerson(app), 'POST', PATH, body))).toEqual([409, 'broker_not_connected']);
  });
});

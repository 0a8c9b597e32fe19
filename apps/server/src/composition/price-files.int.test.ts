import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  BacktestJob,
  BacktestReport,
  PRICE_FILE_MAX_BYTES,
  PriceFile,
  PriceFileCandlesView,
  success,
} from '@vigia/contract';
import { zoneOffset } from '@vigia/core/kernel';
import { currencyWeeks, priceFileText } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';

let database: TestDatabase;
let app: TestApp;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl });
  token = (await newPerson(app)).access;
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

const PATH = '/api/v1/price-files';
const authorized = () => ({ authorization: `Bearer ${token}` });
const sendFile = (body: string, { symbol = 'BTCUSD.X', type = 'text/csv', access = token } = {}) =>
  fetch(`${app.url}${PATH}?symbol=${symbol}&name=mine.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': type },
    body,
  });
const call = (method: string, path: string, body?: object) =>
  fetch(app.url + path, {
    method,
    headers: { ...authorized(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const fileOf = async (answer: Response) => success(PriceFile).parse(await answer.json()).data;
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const codeOf = async (answer: Response) => {
  const { error } = Refused.parse(await answer.json());
  return [answer.status, error.code];
};
const inNewYork = (time: number): number => time + zoneOffset('America/New_York')(time * 1_000) / 1_000;
const weeks = (seed: number) =>
  priceFileText(
    'histdata',
    currencyWeeks(3, 300, inNewYork).map((candle) => ({ ...candle, close: candle.open + seed / 1e5 })),
  );
const SETUP = { kind: 'pcr', setup: { patterns: { requiredCriteria: 3 }, expiry: 5 } } as const;
const testOn = (file_id: string) =>
  call('POST', '/api/v1/backtests', { subject: SETUP, data: { source: 'file', file_id } });

describe('a price file', () => {
  it('may have any symbol; its time zone is detected and confirmed; a backtest uses its candles in UTC', async () => {
    const answer = await sendFile(weeks(1), { symbol: 'BTCUSD.X' });
    expect(answer.status).toBe(201);
    const file = await fileOf(answer);
    expect(file).toMatchObject({
      symbol: 'BTCUSD.X',
      status: 'waiting',
      first_candle: '2018-07-01T17:00:00',
      recognised: { format: 'histdata', separator: 'semicolon' },
      finding: { kind: 'found', zones: ['America/New_York'] },
    });
    expect(file.first_rows).toHaveLength(5);
    expect(await codeOf(await testOn(file.id))).toEqual([409, 'price_file_not_kept']);
    const kept = await fileOf(await call('POST', `${PATH}/${file.id}/confirm`, { time_zone: 'America/New_York' }));
    expect(kept).toMatchObject({ status: 'kept', time_zone: 'America/New_York' });
    const started = success(BacktestJob).parse(await (await testOn(file.id)).json()).data;
    await app.features.backtests.idle();
    const done = success(BacktestJob).parse(await (await call('GET', `/api/v1/backtests/${started.id}`)).json()).data;
    const report = BacktestReport.parse(done.report);
    expect(report).toMatchObject({ asset: 'BTCUSD.X', source: 'imported', from: '2018-07-01T21:00:00.000Z' });
  });

  it('is read page by page for a chart of its owner, and is refused with a specific error if its candles are damaged', async () => {
    const { id } = await fileOf(await sendFile(weeks(7), { symbol: 'XAGUSD' }));
    await call('POST', `${PATH}/${id}/confirm`, { time_zone: 'America/New_York' });
    const ask = (query: string, access = token) =>
      fetch(`${app.url}${PATH}/${id}/candles?${query}`, { headers: { authorization: `Bearer ${access}` } });
    const pageOf = async (answer: Response) => success(PriceFileCandlesView).parse(await answer.json()).data;
    const newest = await pageOf(await ask('timeframe=15m&limit=4'));
    expect(newest).toMatchObject({ has_older: true, has_newer: false, first_candle: '2018-07-01T21:00:00.000Z' });
    const older = await pageOf(await ask(`timeframe=15m&limit=4&before=${newest.candles[0]?.time}`));
    expect([...older.candles, ...newest.candles].map(({ time }) => time % 900)).toEqual(Array(8).fill(0));
    expect((await ask('timeframe=15m&limit=5001')).status).toBe(422);
    expect((await ask('timeframe=15m&before=900&from=900')).status).toBe(422);
    expect(await codeOf(await ask('timeframe=1m'))).toEqual([422, 'backtest_timeframe_not_multiple']);
    const stranger = await newPerson(app);
    expect(await codeOf(await ask('timeframe=15m', stranger.access))).toEqual([404, 'price_file_not_found']);
    await database.db.sql`UPDATE price_file_parts SET bytes = ${Buffer.from('x')} WHERE file_id = ${id}`;
    expect(await codeOf(await ask('timeframe=15m'))).toEqual([409, 'price_file_damaged']);
  });

  it('is listed and deleted', async () => {
    const { id } = await fileOf(await sendFile(weeks(2), { symbol: 'XAUUSD' }));
    const list = success(z.array(PriceFile)).parse(await (await call('GET', PATH)).json()).data;
    expect(list[0]).toMatchObject({ id, symbol: 'XAUUSD' });
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect(await codeOf(await call('DELETE', `${PATH}/${id}`))).toEqual([404, 'price_file_not_found']);
    expect(await codeOf(await testOn(id))).toEqual([404, 'price_file_not_found']);
  });

  it('is refused with another content type, without a symbol, with a faulty line or for an unknown time zone', async () => {
    expect(await codeOf(await sendFile('x', { type: 'application/json' }))).toEqual([415, 'backtest_file_type']);
    expect((await sendFile('x', { symbol: 'no%20such' })).status).toBe(422);
    const faulty = await sendFile('time,open,high,low,close\n60,1,1,1,1\n120,1,1,1,x\n', { symbol: 'EURUSD' });
    expect(Refused.parse(await faulty.json()).error).toEqual(
      expect.objectContaining({ message: 'El archivo no se puede leer: línea 3, «x» no es un número (close).' }),
    );
    const { id } = await fileOf(await sendFile(weeks(3), { symbol: 'EURUSD' }));
    const confirm = (time_zone: string) => call('POST', `${PATH}/${id}/confirm`, { time_zone });
    expect(await codeOf(await confirm('Europa/Madrid'))).toEqual([422, 'price_file_zone_unknown']);
    const march = Array.from(
      { length: 300 },
      (_, n) => `2018-03-11 0${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`,
    );
    const skipped = await sendFile(`time,open,high,low,close\n${march.map((time) => `${time},1,1,1,1\n`).join('')}`, {
      symbol: 'EURUSD',
    });
    const unfit = call('POST', `${PATH}/${(await fileOf(skipped)).id}/confirm`, { time_zone: 'America/New_York' });
    expect(await codeOf(await unfit)).toEqual([422, 'price_file_zone_unfit']);
  });

  it('is refused before its body is read if its declared size is over 1 GB', async () => {
    const headers = { ...authorized(), 'content-type': 'text/csv', 'content-length': String(PRICE_FILE_MAX_BYTES + 1) };
    const sent = request(`${app.url}${PATH}?symbol=EURUSD&name=x`, { method: 'POST', headers });
    sent.flushHeaders();
    const [answer] = await once(sent, 'response');
    const { error } = Refused.parse(JSON.parse(await text(answer)));
    sent.destroy();
    expect([answer.statusCode, error.code]).toEqual([413, 'payload_too_large']);
  });

  it('is refused if its user has the maximum number of files', async () => {
    const full = await newPerson(app);
    await app.db.sql`
      INSERT INTO price_files (id, user_id, is_anonymous, name, symbol, status, runner, digest, created_at)
      SELECT gen_random_uuid(), ${full.principal.userId}, false, 'x', 'EURUSD', 'waiting', 'x', n::text,
             now()
      FROM generate_series(1, 50) n`;
    expect(await codeOf(await sendFile(weeks(4), { access: full.access }))).toEqual([409, 'price_files_full']);
  });
});

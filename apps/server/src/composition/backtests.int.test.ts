import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { BACKTEST_CSV_MAX_BYTES, BacktestJob, BacktestReport, BacktestUpload, Library, success } from '@vigia/contract';
import { sharedFile } from '@vigia/testkit';
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
  app = await startTestApp({ databaseUrl: database.ownerUrl, historyDays: 1 });
  token = (await newPerson(app)).access;
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

const authorized = () => ({ authorization: `Bearer ${token}` });
const post = (path: string, body: object) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const get = (path: string) => fetch(app.url + path, { headers: authorized() });
const sendFile = (body: Uint8Array | string, type = 'text/csv') =>
  fetch(`${app.url}/api/v1/backtests/data`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
/**
 * Sends the headers of an upload of `bytes` bytes without its body.
 * @returns status and error code of the response
 */
async function refusedBySize(bytes: number): Promise<readonly unknown[]> {
  const headers = { ...authorized(), 'content-type': 'text/csv', 'content-length': String(bytes) };
  const sent = request(`${app.url}/api/v1/backtests/data`, { method: 'POST', headers });
  sent.flushHeaders();
  const [answer] = await once(sent, 'response');
  const { error } = Refused.parse(JSON.parse(await text(answer)));
  sent.destroy();
  return [answer.statusCode, error.code];
}
const Refused = z.object({ error: z.object({ code: z.string() }) });
const jobOf = async (answer: Response) => success(BacktestJob).parse(await answer.json()).data;

async function ended(path: string, body: object): Promise<BacktestJob> {
  const answer = await post(path, body);
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([202, '']);
  const { id } = await jobOf(answer);
  await app.features.backtests.idle();
  return jobOf(await get(`/api/v1/backtests/${id}`));
}

const Golden = z.object({
  candles_file: z.string(),
  timeframe_seconds: z.number(),
  setup: z.record(z.string(), z.unknown()),
  candles: z.number(),
  summary: z.object({
    signals: z.number(),
    won: z.number(),
    lost: z.number(),
    tie: z.number(),
    void: z.number(),
    pending: z.number(),
  }),
  signals: z.array(
    z.looseObject({ direction: z.string(), entry_time: z.number(), entry_price: z.number(), outcome: z.string() }),
  ),
});
const goldenFile = sharedFile('golden/eurusd-5m-default.json');
const candlesFile = sharedFile('data/EURUSD_M1_2018.csv.gz');

describe('a backtest of an uploaded file', () => {
  it.skipIf(goldenFile === null || candlesFile === null)(
    'finds the signals of the golden file, as the command line does, and lists all of them in its CSV',
    { timeout: 120_000 },
    async () => {
      const golden = Golden.parse(JSON.parse(readFileSync(goldenFile ?? '', 'utf8')));
      const answer = await sendFile(readFileSync(candlesFile ?? ''), 'application/gzip');
      expect(answer.status).toBe(201);
      const { upload_id } = success(BacktestUpload).parse(await answer.json()).data;
      const done = await ended('/api/v1/backtests', {
        subject: { kind: 'pcr', setup: golden.setup },
        data: { source: 'csv', upload_id },
      });
      const report = BacktestReport.parse(done.report);
      const { signals, won, lost, tie, pending } = golden.summary;
      expect(report).toMatchObject({
        candles: golden.candles,
        signals,
        voided: golden.summary.void,
        open_at_end: pending,
        card: { won, lost, tied: tie },
      });
      const file = await get(`/api/v1/backtests/${done.id}/trades.csv`);
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const lines = (await file.text()).trimEnd().split('\r\n').slice(1);
      const named: Readonly<Record<string, string>> = { tie: 'tied' };
      const expected = golden.signals
        .filter(({ outcome }) => outcome !== 'pending')
        .map((signal) => [
          new Date(signal.entry_time * 1_000).toISOString(),
          signal.direction,
          named[signal.outcome] ?? signal.outcome,
        ]);
      const found = lines
        .map((line) => line.split(','))
        .map(([entry, , direction, , , result]) => [entry, direction, result]);
      expect(found).toEqual(expected);
    },
  );

  it('refuses another content type, even JSON, and a declared size over 64 MB', async () => {
    const refused = [await sendFile('{}', 'application/json'), await sendFile('x', 'text/plain')];
    expect(refused.map(({ status }) => status)).toEqual([415, 415]);
    const [json] = refused;
    expect(await json?.json()).toMatchObject({
      error: { code: 'backtest_file_type', message: expect.stringContaining('text/csv') },
    });
    expect(await refusedBySize(BACKTEST_CSV_MAX_BYTES + 1)).toEqual([413, 'payload_too_large']);
  });

  it('reports the line of a faulty candle', async () => {
    const answer = await sendFile('time,open,high,low,close\n60,1,1,1,1\n120,1,1,1,x');
    const said = z
      .object({ error: z.object({ code: z.string(), message: z.string() }) })
      .parse(await answer.json()).error;
    expect([answer.status, said.code]).toEqual([422, 'backtest_csv_invalid']);
    expect(said.message).toBe('El archivo no se puede leer: línea 3, «x» no es un número (close).');
  });
});

describe('a backtest of a saved strategy or setup', () => {
  it('runs on the history of its asset with the payouts of the simulated market', async () => {
    const made = await post('/api/v1/strategies', { name: 'RSI', type: 'rsi', timeframe: '1m' });
    const { id } = z.object({ data: z.object({ id: z.uuid() }) }).parse(await made.json()).data;
    const done = await ended(`/api/v1/strategies/${id}/backtest`, {});
    expect(done).toMatchObject({ status: 'done', subject_id: id, subject: 'rsi', timeframe: '1m', asset: 'EURUSD' });
    expect(done.report).toMatchObject({ source: 'simulated' });
    expect(done.report?.candles).toBeGreaterThan(1_000);
    const payouts = done.report?.trade_list.map(({ payout }) => payout) ?? [];
    expect(Math.min(...payouts)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...payouts)).toBeLessThanOrEqual(0.92);
  });

  it('accepts a saved setup as well as a saved strategy', async () => {
    const made = await post('/api/pcr/setup', { name: 'Mío', asset: 'EURUSD', timeframe: '1m' });
    const { id } = z.object({ data: z.object({ id: z.uuid() }) }).parse(await made.json()).data;
    expect(await ended(`/api/pcr/setup/${id}/backtest`, {})).toMatchObject({
      status: 'done',
      subject_id: id,
      subject: 'pcr',
    });
  });
});

describe('a proof of a backtest', () => {
  const RULES = { subject: { kind: 'pcr', setup: {} }, data: { source: 'history', asset: 'EURUSD' } };

  it('is started by the id of a finished backtest, whose response then names the proof', async () => {
    const test = await ended('/api/v1/backtests', RULES);
    const proof = await ended(`/api/v1/backtests/${test.id}/proofs`, {});
    expect(proof).toMatchObject({ kind: 'proof', status: 'done', proof: { worlds: 500 } });
    expect((await jobOf(await get(`/api/v1/backtests/${test.id}`))).proof_id).toBe(proof.id);
  });

  it('is refused for a grid', async () => {
    const sides = { data: [RULES.data], timeframes: ['5m'], lengths: [{ duration: 5 }] };
    const grid = await ended('/api/v1/backtests/grids', { ...RULES, ...sides });
    const answer = await post(`/api/v1/backtests/${grid.id}/proofs`, {});
    expect([answer.status, Refused.parse(await answer.json()).error.code]).toEqual([409, 'proof_not_possible']);
  });
});

describe('the strategy library', () => {
  it('lists its entries immediately and their backtest results a little later', { timeout: 120_000 }, async () => {
    const read = async () => success(Library).parse(await (await get('/api/v1/library')).json()).data;
    const first = await read();
    expect(first.notice).toBe('mercado simulado: aquí ningún patrón puede ganar a la larga');
    expect(first.items.map(({ record }) => record)).toEqual(first.items.map(() => null));
    await expect
      .poll(async () => (await read()).items.every(({ record }) => record !== null), {
        timeout: 100_000,
        interval: 500,
      })
      .toBe(true);
  });

  it('contains only strategies and setups that a user can create unchanged', async () => {
    const { items } = success(Library).parse(await (await get('/api/v1/library')).json()).data;
    for (const { kind, body } of items) {
      const made = await post(kind === 'strategy' ? '/api/v1/strategies' : '/api/pcr/setup', body);
      expect([made.status, made.ok ? '' : await made.text()]).toEqual([201, '']);
    }
  });
});

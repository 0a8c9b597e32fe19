import { PriceFileCandlesQuery, type PriceFileCandlesView } from '@vigia/contract';
import { type Candle, candleAt, columnsOf, resample } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import type { Timeframe } from '@vigia/core/vocabulary';
import { currencyWeeks, priceFileText } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { insertFetchedFile, keepFetchedHistory, packPage, storePage } from './fetched-file.ts';
import { fileCandles } from './file-candles.ts';
import { MAX_BASE_CANDLES } from './reading/base-candles.ts';
import { fileChunks, startPriceFiles } from './testing.ts';

const world = await startPriceFiles();
const { files, db, newPerson } = world;
afterAll(() => world.database.close());

const MINUTE_S = 60;
/** The candles with the five decimals that the file contains. */
const CANDLES = currencyWeeks(5, MINUTE_S).map(({ time, ...prices }) => ({
  time,
  open: Number(prices.open.toFixed(5)),
  high: Number(prices.high.toFixed(5)),
  low: Number(prices.low.toFixed(5)),
  close: Number(prices.close.toFixed(5)),
}));
const inNewYork = (time: number): number => time + zoneOffset('America/New_York')(time * 1_000) / 1_000;
const GOOD = priceFileText('histdata', currencyWeeks(5, MINUTE_S, inNewYork));
const timeAt = (row: number): number => CANDLES.at(row)?.time ?? Number.NaN;

/** Keeps a file of candles and returns functions that read its pages. */
async function keep(text: string, zone: string) {
  const userId = await newPerson();
  const named = { name: 'mine.csv', symbol: 'XAUUSD', totalBytes: null };
  const received = await files.receive({ userId, isAnonymous: false, ip: '127.0.0.1' }, named, fileChunks(text));
  if (!received.ok) throw new Error(JSON.stringify(received.error));
  const { id } = received.value;
  await files.confirm(userId, id, zone);
  return readerOf(userId, id);
}

function readerOf(userId: string, id: string) {
  const ask = (timeframe: Timeframe, query: object = {}) =>
    files.candles(userId, id, PriceFileCandlesQuery.parse({ timeframe, ...query }));
  const page = async (timeframe: Timeframe, query: object = {}): Promise<PriceFileCandlesView> => {
    const answer = await ask(timeframe, query);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.value;
  };
  return { userId, id, ask, page };
}

/** Returns the candles of a timeframe, built from the whole file at once. */
function expected(timeframeSeconds: number, base: readonly Candle[] = CANDLES) {
  const { candles, forming } = resample(columnsOf(base), timeframeSeconds, MINUTE_S);
  const closed = Array.from({ length: candles.length }, (_, row) => ({ ...candleAt(candles, row), closed: true }));
  return forming ? [...closed, { ...forming, closed: false }] : closed;
}

describe('the candles of a price file', () => {
  it.each([
    ['1m', 60, 4_000],
    ['15m', 900, 500],
    ['1h', 3_600, 37],
    ['4h', 14_400, 20],
    ['1d', 86_400, 3],
  ] as const)(
    'of %s, read page by page from the newest, equal those built from the whole file at once',
    async (timeframe, step, limit) => {
      const { page } = await keep(GOOD, 'America/New_York');
      let all: PriceFileCandlesView['candles'] = [];
      for (let before: number | undefined; ; before = all[0]?.time) {
        const { candles, has_older: hasOlder } = await page(timeframe, { limit, ...(before && { before }) });
        expect(candles.length).toBeLessThanOrEqual(limit);
        all = [...candles, ...all];
        if (!hasOlder) break;
      }
      expect(all).toEqual(expected(step));
    },
  );

  it('are read forward from the candle that contains a time, until the file ends', async () => {
    const { page } = await keep(GOOD, 'America/New_York');
    const hours = expected(3_600);
    const from = hours.at(100)?.time ?? Number.NaN;
    const first = await page('1h', { from: from + 1_799, limit: 50 });
    expect(first).toMatchObject({ candles: hours.slice(100, 150), has_older: true, has_newer: true });
    const rest = await page('1h', { from, limit: 5_000 });
    expect(rest).toMatchObject({ candles: hours.slice(100), has_newer: false });
    expect(await page('1h', { from: 0, limit: 1 })).toMatchObject({ candles: hours.slice(0, 1), has_older: false });
  });

  it('are read back from the candle that contains a time, and the response states whether there are newer candles', async () => {
    const { page } = await keep(GOOD, 'America/New_York');
    const hours = expected(3_600);
    const before = (hours.at(100)?.time ?? Number.NaN) + 600;
    expect(await page('1h', { before, limit: 2 })).toMatchObject({ candles: hours.slice(99, 101), has_newer: true });
    expect(await page('1h', { limit: 2 })).toMatchObject({ candles: hours.slice(-2), has_newer: false });
    expect(await page('1h', { before: timeAt(0) })).toMatchObject({ candles: [], has_older: false, has_newer: true });
  });

  it('come with the first and last time of the file in UTC, and with the number of decimals of its prices', async () => {
    const rows = ['1514844000,1.5,1.50071,1.5,1.5', '1514844060,1.5,1.50071,1.5,1.50070001'];
    const { page } = await keep(`time,open,high,low,close\n${rows.join('\n')}\n`, 'UTC');
    expect(await page('1m')).toMatchObject({
      first_candle: '2018-01-01T22:00:00.000Z',
      last_candle: '2018-01-01T22:01:00.000Z',
      decimals: 8,
    });
    expect(await page('1m', { before: 1_514_844_060 })).toMatchObject({ decimals: 5 });
  });

  it('include a candle that is not closed only if the file ends inside this candle', async () => {
    const base = CANDLES.slice(0, 90);
    const { page } = await keep(priceFileText('vigia', base), 'UTC');
    const { candles } = await page('1h');
    expect(candles.map(({ closed }) => closed)).toEqual([true, false]);
    const holed = [...CANDLES.slice(0, 50), ...CANDLES.slice(70, 120)];
    const { page: other } = await keep(priceFileText('vigia', holed), 'UTC');
    expect((await other('1h', { before: timeAt(60) })).candles.map(({ closed }) => closed)).toEqual([true]);
  });

  it('come in shorter pages if a page would read too many candles of the file', async () => {
    const days = Math.ceil(MAX_BASE_CANDLES / 1_440) + 10;
    const start = Date.UTC(2018, 0, 1) / 1_000;
    const every = Array.from({ length: days * 1_440 }, (_, row) => start + row * MINUTE_S);
    const text = `time,open,high,low,close\n${every.map((time) => `${time},1,1,1,1`).join('\n')}\n`;
    const { page } = await keep(text, 'UTC');
    const newest = await page('1d', { limit: 5_000 });
    expect(newest).toMatchObject({ has_older: true, trades_on_saturdays: true });
    expect(newest.candles.length).toBeGreaterThan(days - 20);
    expect(newest.candles.length).toBeLessThan(days);
    const older = await page('1d', { limit: 5_000, before: newest.candles[0]?.time });
    expect(older.candles.length + newest.candles.length).toBe(days);
    const forward = await page('1d', { from: start, limit: 5_000 });
    expect(forward).toMatchObject({ has_newer: true, has_older: false });
  }, 60_000);
});

describe('the response field trades_on_saturdays', () => {
  it('is false for a market that is closed on weekends, whatever candles the page contains', async () => {
    const { page } = await keep(GOOD, 'America/New_York');
    expect(await page('1m', { limit: 1 })).toMatchObject({ trades_on_saturdays: false });
  });

  it('is true for a market that is open on Saturdays, even if the page contains no Saturday', async () => {
    const { userId, id, page } = await keepHistory();
    expect(userId).not.toBe(id);
    expect(await page('1m', { limit: 1 })).toMatchObject({ trades_on_saturdays: true });
  });
});

/** Keeps a fetched history with candles from a Thursday to a Monday, in pages of four hours. */
async function keepHistory() {
  const [userId, id] = [await newPerson(), randomIds.next()];
  const start = Date.UTC(2018, 0, 4) / 1_000;
  await db.transaction(async (tx) => {
    const file = { id, userId, isAnonymous: false, name: 'Deriv', broker: 'deriv', symbol: 'BTCUSD', nowMs: 0 };
    await insertFetchedFile(tx, file);
    for (let part = 0; part < 30; part += 1) {
      const rows = Array.from({ length: 240 }, (_, row) => start + (part * 240 + row) * MINUTE_S);
      const packed = await packPage(columnsOf(rows.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1 }))));
      if (packed) await storePage(tx, id, part, packed);
    }
    await keepFetchedHistory(tx, id, 0);
  });
  return readerOf(userId, id);
}

describe('a page of candles is refused', () => {
  it('to every user but the owner of the file', async () => {
    const { id } = await keep(GOOD, 'America/New_York');
    const stranger = readerOf(await newPerson(), id);
    expect(await stranger.ask('1m')).toEqual({ ok: false, error: { code: 'price_file_not_found' } });
  });

  it('while the time zone of the file is not confirmed', async () => {
    const { ask } = await keep(GOOD, 'Nowhere');
    expect(await ask('1m')).toEqual({ ok: false, error: { code: 'price_file_not_kept' } });
  });

  it('in a timeframe that cannot be built from the candles of the file', async () => {
    const { ask } = await keep(priceFileText('vigia', currencyWeeks(1, 900)), 'UTC');
    expect(await ask('5m')).toEqual({
      ok: false,
      error: { code: 'backtest_timeframe_not_multiple', values: { step: '15 min', timeframe: '5m' } },
    });
    expect(await ask('1h')).toMatchObject({ ok: true });
  });

  it.each([
    ['cannot be unpacked', Buffer.from('not deflated')],
    ['hold other candles', Buffer.from('AwA=', 'base64')],
  ])('if stored bytes %s', async (_, bytes) => {
    const { id, ask } = await keep(GOOD, 'America/New_York');
    await db.sql`UPDATE price_file_parts SET bytes = ${bytes} WHERE file_id = ${id}`;
    expect(await ask('1m')).toEqual({ ok: false, error: { code: 'price_file_damaged' } });
  });

  it('if the file is deleted while the page is read', async () => {
    const { userId, id } = await keep(GOOD, 'America/New_York');
    const answer = await fileCandles(deletingAt(db, id), userId, id, PriceFileCandlesQuery.parse({ timeframe: '1m' }));
    expect(answer).toEqual({ ok: false, error: { code: 'price_file_not_found' } });
  });
});

/** Returns a database that deletes a file before the first block of the file is read. */
function deletingAt({ sql }: Database, id: string): Sql {
  let isDeleted = false;
  return new Proxy(sql, {
    apply(target, self, [texts, ...values]: [TemplateStringsArray, ...unknown[]]) {
      if (isDeleted || !texts.join('').includes('price_file_parts'))
        return Reflect.apply(target, self, [texts, ...values]);
      isDeleted = true;
      return sql`DELETE FROM price_files WHERE id = ${id}`.then(() => Reflect.apply(target, self, [texts, ...values]));
    },
  });
}

import { gzipSync } from 'node:zlib';
import { durationMs, zoneOffset } from '@vigia/core/kernel';
import { currencyWeeks, PRICE_FILE_STYLES, priceFileText } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { findKeptFile } from './kept-file.ts';
import { insertFile, receiverTaskName } from './price-file.repository.ts';
import { createPriceFiles } from './price-files.ts';
import { readCandles } from './reading/read-candles.ts';
import { fileChunks, startPriceFiles } from './testing.ts';

const world = await startPriceFiles();
const { files, db, clock, newPerson, deps } = world;
afterAll(() => world.database.close());

const STEP_S = 900;
const CANDLES = currencyWeeks(20, STEP_S);
const inNewYork = (time: number): number => time + zoneOffset('America/New_York')(time * 1_000) / 1_000;
const GOOD = priceFileText('histdata', currencyWeeks(20, STEP_S, inNewYork));
const EVER = { fromTime: 0, toTime: 1e11 };

const person = (userId: string, isAnonymous = false) => ({ userId, isAnonymous, ip: '127.0.0.1' });
const NAMED = { name: 'EURUSD.csv', symbol: 'EURUSD', totalBytes: null };
const send = (userId: string, file: string | Uint8Array) => files.receive(person(userId), NAMED, fileChunks(file));
async function received(userId: string, file: string | Uint8Array = GOOD) {
  const row = await send(userId, file);
  if (!row.ok) throw new Error(JSON.stringify(row.error));
  return row.value;
}
const refusal = async (file: string | Uint8Array) => {
  const userId = await newPerson();
  const row = await send(userId, file);
  expect(await files.list(userId)).toEqual([]);
  return row.ok ? null : row.error;
};
const partsLeft = async () =>
  (await db.sql`SELECT 1 FROM price_file_parts p LEFT JOIN price_files f ON f.id = p.file_id WHERE f.id IS NULL`)
    .length;

describe('a price file', () => {
  it('waits until its time zone is confirmed; then its candles are read in UTC', async () => {
    const userId = await newPerson();
    const file = await received(userId);
    expect(file).toMatchObject({ status: 'waiting', candles: CANDLES.length, step_seconds: STEP_S, time_zone: null });
    expect(file.finding).toEqual({ kind: 'found', zones: ['America/New_York'], gaps: 19, matched: 19 });
    expect(await findKeptFile(db.sql, userId, file.id)).toEqual({ ok: false, error: { code: 'price_file_not_kept' } });
    const kept = await files.confirm(userId, file.id, 'America/New_York');
    expect(kept).toMatchObject({ ok: true, value: { status: 'kept', time_zone: 'America/New_York' } });
    const times: number[] = [];
    for await (const { length, time } of readCandles(db.sql, { id: file.id, timeZone: 'America/New_York' }, EVER)) {
      times.push(...time.subarray(0, length));
    }
    expect(times).toEqual(CANDLES.map(({ time }) => time));
  });

  it('can be read between two instants', async () => {
    const userId = await newPerson();
    const { id } = await received(userId);
    const span = { fromTime: CANDLES[2_000]?.time ?? NaN, toTime: CANDLES[2_100]?.time ?? NaN };
    let candles = 0;
    for await (const { length } of readCandles(db.sql, { id, timeZone: 'America/New_York' }, span)) candles += length;
    expect(candles).toBe(100);
  });

  it.each(PRICE_FILE_STYLES)(
    'in the format of %s is accepted with or without compression, and stored only once',
    async (style) => {
      const userId = await newPerson();
      const text = priceFileText(style, CANDLES);
      const first = await received(userId, text);
      expect(first.recognised).toMatchObject({ format: style === 'decimal_comma' ? 'other' : style });
      const again = await received(userId, gzipSync(text));
      expect(again.id).toBe(first.id);
      expect(await files.list(userId)).toHaveLength(1);
    },
  );

  it('keeps its time zone when it is confirmed again', async () => {
    const userId = await newPerson();
    const { id } = await received(userId);
    await files.confirm(userId, id, 'America/New_York');
    expect(await files.confirm(userId, id, 'UTC')).toMatchObject({ value: { time_zone: 'America/New_York' } });
  });

  it('cannot be confirmed, deleted or listed by another user', async () => {
    const { id } = await received(await newPerson());
    const other = await newPerson();
    expect(await files.confirm(other, id, 'UTC')).toEqual({ ok: false, error: { code: 'price_file_not_found' } });
    expect(await files.remove(other, id)).toBe(false);
    expect(await files.list(other)).toEqual([]);
  });

  it('is deleted with its candles, and with its user', async () => {
    const userId = await newPerson();
    const { id } = await received(userId);
    expect(await files.remove(userId, id)).toBe(true);
    expect(await db.sql`SELECT 1 FROM price_file_parts WHERE file_id = ${id}`).toHaveLength(0);
    const second = await received(userId);
    await db.sql`DELETE FROM auth_users WHERE id = ${userId}`;
    expect(await db.sql`SELECT 1 FROM price_file_parts WHERE file_id = ${second.id}`).toHaveLength(0);
  });

  it('is deleted after a day if its time zone was not confirmed', async () => {
    const userId = await newPerson();
    await received(userId);
    clock.advance(durationMs(24 * 3_600_000 + 1));
    await received(await newPerson());
    expect(await files.list(userId)).toEqual([]);
  });
});

describe('a time zone is refused', () => {
  it('if no such time zone exists', async () => {
    const userId = await newPerson();
    const { id } = await received(userId);
    for (const zone of ['Europa/Madrid', '+05:00', '']) {
      expect(await files.confirm(userId, id, zone)).toMatchObject({ error: { code: 'price_file_zone_unknown' } });
    }
  });

  it('if it skips an hour that the candles contain, or moves them off their step', async () => {
    const userId = await newPerson();
    const march = Date.UTC(2018, 2, 11) / 1_000;
    const rows = (step: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ time: march + n * step, open: 1, high: 1, low: 1, close: 1 }));
    const minutes = await received(userId, priceFileText('vigia', rows(60, 300)));
    expect(await files.confirm(userId, minutes.id, 'America/New_York')).toMatchObject({
      error: { code: 'price_file_zone_unfit', values: { why: expect.stringContaining('horario de verano') } },
    });
    const days = await received(userId, priceFileText('vigia', rows(86_400, 10)));
    expect(await files.confirm(userId, days.id, 'America/New_York')).toMatchObject({
      error: { code: 'price_file_zone_unfit', values: { why: expect.stringContaining('86400 s') } },
    });
    expect(await files.confirm(userId, days.id, 'UTC')).toMatchObject({ ok: true });
  });
});

describe('a file is refused, and nothing of it stays stored,', () => {
  it.each([
    ['a ZIP archive', Buffer.from('PK\u0003\u0004rest'), 'es un archivo ZIP'],
    ['half a gzip', gzipSync(GOOD).subarray(0, 50_000), 'no se puede descomprimir entero'],
    ['a cut row', GOOD.slice(0, -30), 'el archivo se corta aquí'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 2, 0, 0]), 'no es un archivo de texto'],
    ['a line without end', `time,open,high,low,close\n${'9'.repeat(200_000)}`, 'la línea no termina'],
    ['one candle', 'time,open,high,low,close\n60,1,1,1,1\n', 'tiene una sola vela'],
    ['a candle off its step', 'time,open,high,low,close\n60,1,1,1,1\n120,1,1,1,1\n190,1,1,1,1\n', 'línea 4'],
    ['a fault late in the file', `${GOOD.slice(0, -1)}\nx;1;1;1;1;1\n`, `línea ${CANDLES.length + 1}`],
  ])('with %s', async (_, file, why) => {
    const refused = await refusal(file);
    expect(refused).toMatchObject({ code: 'backtest_csv_invalid', values: { why: expect.stringContaining(why) } });
    expect(await partsLeft()).toBe(0);
  });

  it('if the upload breaks', async () => {
    const userId = await newPerson();
    async function* breaking() {
      yield Buffer.from(GOOD.slice(0, GOOD.length / 2));
      throw new Error('aborted');
    }
    const refused = await files.receive(person(userId), NAMED, breaking());
    expect(refused).toMatchObject({ error: { values: { why: 'la subida se cortó antes del final.' } } });
    expect(await files.list(userId)).toEqual([]);
  });

  it('if its upload takes more than an hour', async () => {
    const userId = await newPerson();
    async function* slow() {
      yield Buffer.from(GOOD.slice(0, 1_000));
      clock.advance(durationMs(3_600_001));
      yield Buffer.from(GOOD.slice(1_000));
    }
    const refused = await files.receive(person(userId), NAMED, slow());
    expect(refused).toMatchObject({ error: { values: { why: 'la subida se cortó antes del final.' } } });
    expect(await files.list(userId)).toEqual([]);
  });

  it('if the database cannot store it', async () => {
    const full = Object.assign(new Error('No space left on device'), { code: '53100' });
    const broken = { ...db, transaction: () => Promise.reject(full) };
    const userId = await newPerson();
    const receiving = createPriceFiles({ ...deps, db: broken });
    await expect(receiving.receive(person(userId), NAMED, fileChunks(GOOD))).rejects.toBe(full);
    expect(await files.list(userId)).toEqual([]);
  });

  it('if its user deletes it while it is being received', async () => {
    const userId = await newPerson();
    async function* deleting() {
      yield Buffer.from(GOOD.slice(0, GOOD.length / 2));
      const [file] = await files.list(userId);
      expect(file).toMatchObject({ status: 'receiving' });
      await files.remove(userId, file?.id ?? '');
      yield Buffer.from(GOOD.slice(GOOD.length / 2));
    }
    const refused = await files.receive(person(userId), NAMED, deleting());
    expect(refused).toEqual({ ok: false, error: { code: 'price_file_not_found' } });
    expect(await files.list(userId)).toEqual([]);
  });
});

describe('the limits of price files', () => {
  const limits = { files: 2, candles: 12_000, anonymousFiles: 1, anonymousCandles: 11_000, ofAnonymous: 12_000 };
  const limited = createPriceFiles({ ...deps, keptLimits: limits });
  const few = (seed: number) =>
    priceFileText(
      'vigia',
      currencyWeeks(1, STEP_S).map((candle) => ({ ...candle, close: candle.open + seed / 1e5 })),
    );

  it('refuse more files or candles than a user may keep', async () => {
    const userId = await newPerson();
    const give = (text: string) => limited.receive(person(userId), NAMED, fileChunks(text));
    expect(await give(few(1))).toMatchObject({ ok: true });
    expect(await give(priceFileText('vigia', currencyWeeks(26, STEP_S)))).toMatchObject({
      error: { code: 'price_files_full', values: { files: 2, candles: 12_000 } },
    });
    expect(await give(few(2))).toMatchObject({ ok: true });
    expect(await give(few(3))).toMatchObject({ error: { code: 'price_files_full' } });
  });

  it('refuse more candles than all anonymous users together may keep', async () => {
    await db.sql`DELETE FROM price_files`;
    const give = async (text: string) => limited.receive(person(await newPerson(), true), NAMED, fileChunks(text));
    expect(await give(priceFileText('vigia', currencyWeeks(20, STEP_S)))).toMatchObject({ ok: true });
    expect(await give(priceFileText('vigia', currencyWeeks(6, STEP_S)))).toMatchObject({
      error: { code: 'price_files_full' },
    });
  });

  it('stop a file that is too large, whether compressed or only after decompression', async () => {
    const { UnreadableUploadError, decompressUpload } = await import('./receiving/decompress-upload.ts');
    const read = async (file: Uint8Array) => {
      let bytes = 0;
      for await (const chunk of decompressUpload(fileChunks(file), () => undefined, 1_000_000)) bytes += chunk.length;
      return bytes;
    };
    const bomb = gzipSync(Buffer.alloc(50_000_000, '\n'));
    await expect(read(bomb)).rejects.toMatchObject({ fault: 'unpacks_too_large' });
    await expect(read(Buffer.alloc(1_000_001, '\n'))).rejects.toBeInstanceOf(UnreadableUploadError);
    expect(await read(gzipSync(Buffer.alloc(1_000_000, '\n')))).toBe(1_000_000);
  });
});

it('a start deletes the files that a dead process was receiving, and no other files', async () => {
  const userId = await newPerson();
  const kept = await received(userId);
  const draft = { ...NAMED, userId, isAnonymous: false, nowMs: clock.now() };
  const [lost, running] = [randomIds.next(), randomIds.next()];
  await insertFile(db.sql, { ...draft, id: lost, runner: 'lost' });
  await insertFile(db.sql, { ...draft, id: running, runner: 'running' });
  await db.sql`
    INSERT INTO leases (name, owner, fence, expires_at)
    VALUES (${receiverTaskName('running')}, 'p', 1, now() + interval '9 s')`;
  await createPriceFiles(deps).start();
  expect(new Set((await files.list(userId)).map(({ id }) => id))).toEqual(new Set([kept.id, running]));
});

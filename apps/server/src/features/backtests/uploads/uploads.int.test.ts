import { gzipSync } from 'node:zlib';
import { BACKTEST_CSV_MAX_BYTES } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { csvOf, FIRST_TIME, RSI, randomWalk, startBacktests } from '../testing.ts';

const world = await startBacktests();
const { backtests, clock, newPerson, ended } = world;
afterAll(() => world.close());

const HOUR = durationMs(3_600_000);
const CSV = csvOf(randomWalk(3_000));
const HEADER = 'time,open,high,low,close';

async function* chunks(bytes: Uint8Array, size = 65_536) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const uploader = (userId: string) => ({ userId, isAnonymous: false, ip: '127.0.0.1' });
const send = (userId: string, file: string | Uint8Array, size?: number) =>
  backtests.upload(uploader(userId), chunks(typeof file === 'string' ? Buffer.from(file) : file, size));
async function uploaded(userId: string, file: string | Uint8Array, size?: number) {
  const upload = await send(userId, file, size);
  if (!upload.ok) throw new Error(JSON.stringify(upload.error));
  return upload.value;
}
const why = async (file: string | Uint8Array) => {
  const upload = await send(await newPerson(), file);
  return upload.ok ? null : upload.error;
};
const testOn = (userId: string, upload_id: string) =>
  backtests.test(userId, { subject: RSI, data: { source: 'csv', upload_id }, stake: 10, currency: 'USD' });

describe('a file of candles', () => {
  it.each([
    ['as text', Buffer.from(CSV)],
    ['packed with gzip', gzipSync(CSV)],
    ['as Excel in Spanish writes it', Buffer.from(CSV.replaceAll(',', ';').replaceAll('.', ','))],
  ])('%s is parsed correctly, however the upload is divided into chunks', async (_how, file) => {
    const userId = await newPerson();
    for (const size of [1_000, 65_536, 1_048_576 + 1]) {
      const read = await uploaded(userId, file, size);
      const to = new Date((FIRST_TIME + 3_000 * 60) * 1_000).toISOString();
      expect(read).toMatchObject({
        candles: 3_000,
        step_seconds: 60,
        from: new Date(FIRST_TIME * 1_000).toISOString(),
        to,
      });
    }
  });

  it('can be used for a backtest, with a payout of 80 %', async () => {
    const userId = await newPerson();
    const { upload_id } = await uploaded(userId, CSV);
    const job = await testOn(userId, upload_id);
    if (!job.ok) throw new Error(job.error.code);
    const { report } = await ended(userId, job.value);
    expect(report).toMatchObject({ source: 'csv', asset: 'CSV', candles: 600 });
    expect(new Set(report?.trade_list.map(({ payout }) => payout))).toEqual(new Set([0.8]));
  });

  it('counts as the same data if it is uploaded twice, so the tests on both uploads add up', async () => {
    const userId = await newPerson();
    const tries: unknown[] = [];
    for (const [name, period] of [
      [CSV, 14],
      [gzipSync(CSV), 9],
    ] as const) {
      const { upload_id } = await uploaded(userId, name);
      const subject = { kind: 'pcr', setup: { patterns: { requiredCriteria: 3 }, expiry: period } } as const;
      const job = await backtests.test(userId, {
        subject,
        data: { source: 'csv', upload_id },
        stake: 10,
        currency: 'USD',
      });
      if (!job.ok) throw new Error(job.error.code);
      tries.push((await ended(userId, job.value)).judgement?.tries);
    }
    expect(tries).toEqual([1, 2]);
  });

  it('is refused for rules that need finer candles', async () => {
    const userId = await newPerson();
    const fiveMinutes = randomWalk(200).map((candle, index) => ({ ...candle, time: FIRST_TIME + 300 * index }));
    const { upload_id } = await uploaded(userId, csvOf(fiveMinutes));
    const ask = (setup: object) =>
      backtests.test(userId, {
        subject: { kind: 'pcr', setup: { ...setup } },
        data: { source: 'csv', upload_id },
        stake: 10,
        currency: 'USD',
      });
    expect(await ask({ expiry: 3 })).toMatchObject({
      error: { code: 'backtest_expiry_not_multiple', values: { expiry: 3, step: '5 min' } },
    });
    expect(await ask({ expiry_seconds: 15 })).toMatchObject({
      error: { code: 'backtest_length_needs_ticks', values: { length: '15 s', step: '5 min' } },
    });
    expect(await ask({ timeframe: '1m', expiry: 5 })).toMatchObject({
      error: { code: 'backtest_timeframe_not_multiple', values: { step: '5 min', timeframe: '1m' } },
    });
  });
});

describe('an invalid file is refused with its line and its fault:', () => {
  it.each([
    ['nothing', '', 'línea 1, está vacío'],
    ['no header', '1,2,3,4,5', 'línea 1, falta la cabecera'],
    ['a missing column', 'time,open,high,low\n1,2,3,4', 'línea 1, falta la columna «close»'],
    ['commas for columns and decimals', `${HEADER}\n60,1,1,1,2,1,0,1,1`, 'separa las columnas con punto y coma'],
    ['commas and points', 'time;open;high;low;close\n60;1,1;1.2;1;1', 'línea 2, los precios llevan comas y puntos'],
    ['a letter of another alphabet', `${HEADER}\n60,１,1,1,1`, 'línea 2, «１» no es un número (open)'],
    ['no candles', `${HEADER}\n`, 'línea 2, no hay ninguna vela'],
    ['text for a number', `${HEADER}\n60,1,1,1,1\n120,x,1,1,1`, 'línea 3, «x» no es un número (open)'],
    ['a time that repeats', `${HEADER}\n60,1,1,1,1\n60,1,1,1,1`, 'línea 3, la hora 1970-01-01 00:01:00 está repetida'],
    ['a high below the close', `${HEADER}\n60,1,1,1,1\n120,1,1,1,2`, 'línea 3, el máximo 1'],
    ['a time off its step', `${HEADER}\n60,1,1,1,1\n120,1,1,1,1\n190,1,1,1,1`, 'línea 4, la hora'],
    ['one candle', `${HEADER}\n60,1,1,1,1`, 'tiene una sola vela'],
    ['half a gzip', gzipSync(CSV).subarray(0, 2_000), 'no se puede descomprimir entero'],
  ])('%s', async (_what, file, text) => {
    const refusal = await why(file);
    expect(refusal?.code).toBe('backtest_csv_invalid');
    expect(refusal?.values?.['why']).toContain(text);
  });

  it('a compressed file that is too large after decompression; the rest of the file is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(BACKTEST_CSV_MAX_BYTES + 1, '\n'));
    expect(bomb.length).toBeLessThan(200_000);
    expect(await why(bomb)).toMatchObject({
      code: 'backtest_csv_invalid',
      values: { why: 'descomprimido pasa de 64 MB.' },
    });
  });

  it('a file of more than 64 MB; the rest of the file is not read', async () => {
    let taken = 0;
    async function* endless() {
      for (;;) {
        taken += 1_048_576;
        yield Buffer.alloc(1_048_576, 'x');
      }
    }
    const upload = await backtests.upload(uploader(await newPerson()), endless());
    expect(upload).toEqual({ ok: false, error: { code: 'payload_too_large' } });
    expect(taken).toBe(BACKTEST_CSV_MAX_BYTES + 1_048_576);
  });
});

it('a file with more candles than an anonymous user may upload is refused with the maximum', async () => {
  const [rows, blocks] = [100_000, 17];
  async function* many() {
    yield Buffer.from(`${HEADER}\n`);
    for (let block = 0; block < blocks; block += 1) {
      yield Buffer.from(Array.from({ length: rows }, (_, n) => `${(block * rows + n) * 60},1,1,1,1\n`).join(''));
    }
  }
  const anonymous = { ...uploader(await newPerson()), isAnonymous: true };
  expect(await backtests.upload(anonymous, many())).toEqual({
    ok: false,
    error: { code: 'backtest_upload_too_large', values: { megabytes: 64 } },
  });
});

describe('an uploaded file', () => {
  const codeOf = async (userId: string, id: string) => {
    const job = await testOn(userId, id);
    await backtests.idle();
    return job.ok ? null : job.error.code;
  };

  it('is available only to its own user', async () => {
    const { upload_id } = await uploaded(await newPerson(), CSV);
    expect(await codeOf(await newPerson(), upload_id)).toBe('backtest_upload_not_found');
  });

  it('is deleted after an hour', async () => {
    const userId = await newPerson();
    const { upload_id } = await uploaded(userId, CSV);
    clock.advance(durationMs(HOUR - 1));
    expect(await codeOf(userId, upload_id)).toBeNull();
    clock.advance(durationMs(1));
    expect(await codeOf(userId, upload_id)).toBe('backtest_upload_not_found');
  });

  it('is deleted when its user uploads a fourth file', async () => {
    const userId = await newPerson();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await uploaded(userId, CSV)).upload_id);
    const codes: unknown[] = [];
    for (const id of ids) codes.push(await codeOf(userId, id));
    expect(codes).toEqual(['backtest_upload_not_found', null, null, null]);
  });

  it('is refused while its user uploads another file, or while four uploads are in progress', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    async function* slow() {
      yield Buffer.from(CSV.slice(0, 100));
      await held;
      yield Buffer.from(CSV.slice(100));
    }
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()));
    const coming = people.slice(0, 4).map((userId) => backtests.upload(uploader(userId), slow()));
    expect(await send(people[0] ?? '', CSV)).toMatchObject({ error: { code: 'backtest_uploads_full' } });
    expect(await send(people[4] ?? '', CSV)).toMatchObject({ error: { code: 'backtest_uploads_full' } });
    release();
    expect((await Promise.all(coming)).every(({ ok }) => ok)).toBe(true);
    expect((await send(people[4] ?? '', CSV)).ok).toBe(true);
  });
});

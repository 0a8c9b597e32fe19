/**
 * Measures the write-ahead log (WAL) of a running server with 25 simulated assets and no signed-in user. Prints the WAL
 * bytes per day, with full-page images counted separately, and the rows that the server writes to each table. A
 * checkpoint precedes the measurement, so the first five minutes contain the full-page images of one checkpoint.
 * `--minutes 5` covers one checkpoint interval. `--setting name=value` adds a PostgreSQL setting.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { flushToDisk, startTestApp, startTestPostgres, type TestApp } from '@vigia/server/testing';

const SETTLE_S = 20;
const MINUTES_A_DAY = 1_440;
const MEGABYTE = 1_048_576;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, setting: { type: 'string', multiple: true, default: [] } },
});
const minutes = Number(values.minutes);

type Wal = { readonly bytes: number; readonly records: number; readonly images: number };
type Rows = ReadonlyMap<string, number>;

async function readWal({ db }: TestApp): Promise<Wal> {
  const [row] = await db.sql<Wal[]>`
    SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes, wal_records::float8 AS records,
           wal_fpi::float8 AS images
    FROM pg_stat_wal`;
  if (row === undefined) throw new Error('pg_stat_wal has one row');
  return row;
}

async function readRows({ db }: TestApp): Promise<Rows> {
  const rows = await db.sql<{ relname: string; written: number }[]>`
    SELECT relname, (n_tup_ins + n_tup_upd + n_tup_del)::float8 AS written FROM pg_stat_user_tables`;
  return new Map(rows.map(({ relname, written }) => [relname, written]));
}

const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-wal-'));
const postgres = await startTestPostgres(dataFolder, values.setting);
const app = await startTestApp({ databaseUrl: postgres.ownerUrl });
try {
  await sleep(SETTLE_S * 1_000);
  await flushToDisk(dataFolder);
  const [wal, rows] = [await readWal(app), await readRows(app)];
  await sleep(minutes * 60_000);
  const [walAfter, rowsAfter] = [await readWal(app), await readRows(app)];
  const bytes = walAfter.bytes - wal.bytes;
  console.log(`${minutes} min, settings: ${values.setting.join(' ') || 'as shipped'}`);
  console.log(
    `WAL ${(bytes / MEGABYTE).toFixed(2)} MB = ${((bytes / minutes) * (MINUTES_A_DAY / MEGABYTE)).toFixed(0)} MB a day; ` +
      `${walAfter.records - wal.records} records, ${walAfter.images - wal.images} full-page images`,
  );
  const written = [...rowsAfter]
    .map(([table, count]) => ({ table, count: count - (rows.get(table) ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  for (const { table, count } of written.slice(0, 12)) console.log(`  ${table}: ${count} rows`);
} finally {
  await app.stop();
  await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}

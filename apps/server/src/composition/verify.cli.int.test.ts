import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LogConsistency, LogHeadView, success } from '@vigia/contract';
import type { RecordFile } from '@vigia/core/evidence-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';

const LAUNCHER = fileURLToPath(new URL('../../../cli/bin/vigia.mjs', import.meta.url));
const DAY_MS = 86_400_000;

type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

const folder = mkdtempSync(join(tmpdir(), 'vigia-verify-cli-'));
let database: TestDatabase;
let app: TestApp;
let access: string;
beforeAll(async () => {
  database = await createTestDatabase();
  // The first call builds the command line if its build is out of date, and says so.
  spawnSync(process.execPath, [LAUNCHER, '--version']);
  app = await startTestApp({ databaseUrl: database.ownerUrl });
  ({ access } = await newPerson(app));
});
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Runs `vigia verify` beside the running server. */
function vigia(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: database.ownerUrl, VIGIA_DATA_DIR: app.dataFolder };
  const child = spawn(process.execPath, [LAUNCHER, 'verify', ...args], { cwd: folder, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => void (stdout += part));
  child.stderr.on('data', (part) => void (stderr += part));
  return new Promise((resolve) => void child.on('close', (status) => resolve({ status, stdout, stderr })));
}

const asOwner = (query: string) => withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql.unsafe(query));
const read = async (path: string): Promise<string> =>
  await (await fetch(app.url + path, { headers: { authorization: `Bearer ${access}` } })).text();
const download = (token: string, query = '') =>
  fetch(`${app.url}/api/v1/log/record${query}`, { headers: { authorization: `Bearer ${token}` } });
const headNow = async () => success(LogHeadView.nullable()).parse(JSON.parse(await read('/api/v1/log/head'))).data;

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Inserts a built-in setup with one signal that was lost, at a time. */
const insertLost = (atMs: number) =>
  asOwner(`
    INSERT INTO pcr_setups (id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at,
                            updated_at)
    VALUES ('00000000-0000-4000-8000-00000000000a', 'x', 'EURUSD', '1m', false, '{}', 0, now(), now(), now())
    ON CONFLICT DO NOTHING;
    DELETE FROM pcr_signal_outcomes;
    DELETE FROM pcr_signals;
    WITH s AS (
      INSERT INTO pcr_signals (id, setup_id, version, seq, candle_time, entry_time_ms, expiration_ms, body,
                               previous_hash, hash, published_at)
      VALUES (gen_random_uuid(), '00000000-0000-4000-8000-00000000000a', 1, 1, ${Math.floor(atMs / 1_000)}, ${atMs},
              ${atMs}, '{}', '', '', to_timestamp(${atMs / 1_000})) RETURNING id)
    INSERT INTO pcr_signal_outcomes SELECT id, 'lost', 1.1, to_timestamp(${atMs / 1_000}) FROM s`);

/** Stores a lost trade of a user on the paper account. */
const insertTrade = (userId: string) =>
  asOwner(`
    WITH t AS (
      INSERT INTO trades (id, user_id, account_id, broker, account, currency, mode, origin, symbol, source, direction,
                          stake_minor, payout_bp, duration_min, entry_price, entry_time, expiry_time, status, execution,
                          profit_minor, settled_at, created_at, last_seq)
      SELECT gen_random_uuid(), user_id, id, 'mock', 'mock', currency, 'mock', 'manual', 'EURUSD', 'simulated', 'CALL',
             100, 8500, 1, 1.1, now(), now() + interval '1 minute', 'lost', 'confirmed', -100, now(), now(), 2
      FROM accounts WHERE user_id = '${userId}' AND broker = 'mock' RETURNING id)
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT id, 1, now(), 'intent', '{"terms":{}}'::jsonb FROM t
    UNION ALL SELECT id, 2, now(), 'settle', '{"settlement":{"outcome":"lost","profitMinor":-100}}' FROM t`);

describe('vigia verify', () => {
  it('finds a lost outcome that was changed to won, and names the setup of a signal that the candles do not give', async () => {
    await insertLost(Date.now());
    await app.features.evidenceLog.catchUp();
    const before = await headNow();
    expect((await vigia()).stderr).not.toContain('no dice lo que se anotó');
    await asOwner(`UPDATE pcr_signal_outcomes SET outcome = 'won'`);
    const changed = await vigia('--since', file('since.txt', before?.note ?? ''));
    expect(changed.status).toBe(1);
    expect(changed.stderr).toMatch(/✗ el resultado de la señal \S+ no dice lo que se anotó en la hoja \d+/);
    await asOwner(`UPDATE pcr_signal_outcomes SET outcome = 'lost'; DELETE FROM pcr_signal_outcomes;
      DELETE FROM pcr_signals; DELETE FROM pcr_setups WHERE definition = '{}'`);
    const removed = await vigia();
    expect(removed.stderr).toMatch(/✗ la señal \S+ ya no está: queda su hoja \d+/);
    await insertLost(Date.now() - DAY_MS);
    expect((await vigia()).stderr).toMatch(/✗ la señal \S+ no tiene hoja, y el registro ya estaba al día/);
  }, 120_000);

  it('proves that a head continues an earlier head, and refuses a forked log and another key', async () => {
    await insertLost(Date.now() - 1_000);
    await app.features.evidenceLog.catchUp();
    const earlier = await headNow();
    await app.features.evidenceLog.catchUp();
    await insertLost(Date.now());
    await app.features.evidenceLog.catchUp();
    const later = await headNow();
    if (earlier === null || later === null) throw new Error('the log has heads');
    const proof = await read(`/api/v1/log/consistency?from=${earlier.size}&to=${later.size}`);
    const args = (key: string, since: string) =>
      [
        '--since',
        file('earlier.txt', since),
        '--head',
        file('later.txt', later.note),
        '--proof',
        file('proof.json', proof),
        '--key',
        key,
      ] as const;
    const right = await vigia(...args(later.key, earlier.note));
    expect(right.stderr).toBe('');
    expect(right.stdout).toContain('es continuación');
    expect(await vigia(...args(later.key, earlier.note.replace(`\n${earlier.size}\n`, '\n1\n')))).toMatchObject({
      status: 1,
      stderr: 'vigia: «earlier.txt» no lleva la firma de esa clave.\n',
    });
    writeFileSync(join(folder, 'none.json'), '{}');
    const noProof = await vigia(
      '--since',
      file('right.txt', earlier.note),
      '--head',
      'later.txt',
      '--proof',
      'none.json',
      '--key',
      later.key,
    );
    expect(noProof).toMatchObject({ status: 2, stderr: 'vigia: «none.json» no es una prueba de continuidad.\n' });
    expect(await vigia('--head', 'later.txt')).toMatchObject({ status: 2 });
    expect(await vigia('--since', 'missing.txt')).toMatchObject({
      status: 2,
      stderr: 'vigia: No se puede leer «missing.txt».\n',
    });
  }, 120_000);

  it('accepts the record of a person, and refuses it after each kind of change', async () => {
    const { access: own, principal } = await newPerson(app);
    await insertTrade(principal.userId);
    await app.features.evidenceLog.catchUp();
    const answer = await download(own);
    const text = await answer.text();
    const record: RecordFile = JSON.parse(text);
    expect(record.entries).toHaveLength(2);
    const check = async (changed: RecordFile) =>
      (await vigia('--export', file('record.json', JSON.stringify(changed)), '--key', record.key)).stderr;
    const right = await vigia('--export', file('record.json', text));
    expect(right.stderr).toBe('');
    expect(right.stdout).toContain('2 sucesos de operaciones; cada hecho está en el registro');
    expect(right.stdout).toContain(`Lo firma ${record.key}`);
    const [first, last] = record.entries;
    if (first === undefined || last === undefined) throw new Error('the record has two entries');
    const won = { ...first, fact: { result: 'won' } };
    expect(await check({ ...record, entries: [won, last] })).toContain('el hecho no dice lo que se anotó');
    expect(await check({ ...record, entries: [last] })).toContain('falta alguna hoja de esta persona');
    expect(await check({ ...record, entries: [first] })).toContain('su firma no vale');
    expect(await check({ ...record, entries: [{ ...first, index: 0 }, last] })).toContain('no está en el registro');
    expect(await check({ ...record, head: record.head.replace(/\n\d+\n/, '\n3\n') })).toContain('la cabeza no lleva');
    expect(await check({ ...record, waiting: 7 })).toContain('su firma no vale');
    expect(await vigia('--export', file('none.json', '{}'))).toMatchObject({ status: 2 });
    const csv = await (await download(own, '?format=csv')).text();
    expect((await vigia('--export', file('record.csv', csv))).stdout).toContain('2 sucesos de operaciones; cada hecho');
    expect((await vigia('--export', file('won.csv', csv.replace(',lost,-100,', ',won,85,')))).stderr).toContain(
      'su firma no vale',
    );
    const stranger = await download(access);
    expect(await stranger.json()).toMatchObject({ entries: [], waiting: 0 });
  }, 240_000);

  it('gets no proof for a head that is larger than the log', async () => {
    const answer = success(LogConsistency).parse(JSON.parse(await read('/api/v1/log/consistency?from=1&to=999999999')));
    expect(answer.data.proof).toBeNull();
  });
});

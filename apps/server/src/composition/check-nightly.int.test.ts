import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChainAutomation } from '#features/signals/index.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { checkNightly, recomputeSignalsInTurn } from './check-nightly.ts';
import { countFaults, verifyAutomation } from './verify-signals.ts';

const log = createLogger('silent');
const NOW_MS = Date.UTC(2026, 10, 29, 3);
const DAY_MS = 86_400_000;

let database: TestDatabase;
let clock: ManualClock;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = new ManualClock(NOW_MS);
  folder = mkdtempSync(join(tmpdir(), 'vigia-nightly-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Stores a setup that was on, with a signal whose hash is right or wrong. */
async function setup(isRight: boolean): Promise<string> {
  const id = randomUUID();
  const { sql } = database.db;
  await sql`
    INSERT INTO pcr_setups (id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at,
                            updated_at)
    VALUES (${id}, ${id}, 'EURUSD', '1m', true, '{}', 0, now(), now(), now())`;
  if (!isRight)
    await sql`
      INSERT INTO pcr_signals (id, setup_id, version, seq, candle_time, entry_time_ms, expiration_ms, body,
                               previous_hash, hash, published_at)
      VALUES (gen_random_uuid(), ${id}, 1, 1, 0, 0, 0, '{}', '', '', now())`;
  return id;
}

/** Derives in a night in which each setup takes this time, ms. Returns the ids with faults. */
async function night(
  tookMs: number,
  budgetMs = 15 * 60_000,
  signal = new AbortController().signal,
  fails: string | null = null,
): Promise<string[]> {
  const sleep = async () => clock.advance(tookMs);
  const derive = async (owner: ChainAutomation) => {
    if (owner.id === fails) throw new Error('out of memory');
    return countFaults(
      await verifyAutomation(database.db, owner, { nowMs: clock.now(), pause: async () => undefined }),
    );
  };
  const faulty = await recomputeSignalsInTurn(database.db, { clock, log, signal, budgetMs, sleep, derive });
  return faulty.map(({ id }) => id);
}
const derived = async (): Promise<number> => {
  const [row] = await database.db.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pcr_setups WHERE derived_at >= ${new Date(clock.now() - DAY_MS / 2)}`;
  return row?.count ?? 0;
};

describe('the nightly recomputation of stored signals', () => {
  it('reports a faulty hash chain every night until a recomputation of the chain finds no fault', async () => {
    await setup(true);
    const wrong = await setup(false);
    expect(await night(0)).toEqual([wrong]);
    clock.advance(DAY_MS);
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM pcr_signals`);
    expect(await night(0, 0)).toEqual([wrong]);
    expect(await night(0)).toEqual([]);
  });

  it('ends when its time is used up, and continues in the next night with the remaining setups', async () => {
    const { length } = await database.db.sql`SELECT id FROM pcr_setups WHERE switches @> '[{"on": true}]'`;
    for (let count = length; count < 7; count += 1) await setup(true);
    await night(1_000, 3_000);
    expect(await derived()).toBe(3);
    clock.advance(DAY_MS);
    await night(1_000, 4_000);
    expect(await derived()).toBe(4);
    const [row] = await database.db.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pcr_setups WHERE switches @> '[{"on": true}]' AND derived_at IS NULL`;
    expect(row?.count).toBe(0);
  });

  it('continues after a setup that cannot be recomputed, and reports its earlier faults again', async () => {
    const wrong = await setup(false);
    expect(await night(0)).toEqual([wrong]);
    const other = await setup(false);
    clock.advance(DAY_MS);
    expect((await night(0, 60_000, new AbortController().signal, wrong)).toSorted()).toEqual([wrong, other].toSorted());
  });

  it('starts with no further setup after it is aborted', async () => {
    await setup(false);
    expect(await night(0, 60_000, AbortSignal.abort())).toEqual([]);
  });
});

describe('the nightly check', () => {
  const options = () => ({
    config: readConfig({ VIGIA_DATA_DIR: folder, DATABASE_URL: database.ownerUrl }),
    app: parseDatabaseUrl(database.ownerUrl),
    clock,
    log,
    sleep: async () => undefined,
  });

  it('returns the faults of the evidence log and of the recomputed signals', async () => {
    const id = await setup(false);
    const faults = await checkNightly(options(), new AbortController().signal);
    expect(faults).toEqual([{ kind: 'signals', automation: 'pcr', id, faults: expect.any(Number) }]);
  });

  it('ends at once when it is aborted, even while the database executes a statement', async () => {
    const abort = new AbortController();
    await withConnection(parseDatabaseUrl(database.ownerUrl), async (sql) => {
      // The lock is held until the check has ended.
      await sql`SELECT set_config('lock_timeout', '0', false)`;
      await sql.unsafe('BEGIN; LOCK TABLE log_leaves IN ACCESS EXCLUSIVE MODE');
      const check = checkNightly(options(), abort.signal);
      check.catch(() => undefined);
      const waiting = () => sql`SELECT 1 FROM pg_locks WHERE relation = 'log_leaves'::regclass AND NOT granted`;
      await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0);
      abort.abort();
      await expect(check).rejects.toMatchObject({ code: expect.stringMatching(/CONNECTION|ECONN/) });
      await sql.unsafe('ROLLBACK');
    });
  });
});

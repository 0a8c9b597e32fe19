import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { createLogger } from '../logging/logger.ts';
import { isConnectionFault, isTransientFault } from './connection-fault.ts';
import type { Database } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { openDatabase } from './postgres-database.ts';
import { waitForExit } from './postmaster.ts';
import { Supervision } from './supervision.ts';

/** Time limit for every response, even if the server is suspended. */
const ANSWERED_WITHIN_MS = 5_000;
const CANARY = 'CANARY-9f3c';

/** Returns the processes of a server: the postmaster and its children. */
function processesOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return [pid, ...children.filter((child) => child > 0)];
}

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};

const outcomeOf = async (work: Promise<unknown>): Promise<{ fault: unknown; tookMs: number }> => {
  const startedMs = performance.now();
  const fault = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return { fault, tookMs: performance.now() - startedMs };
};

describe.skipIf(process.platform !== 'linux')('the supervised embedded PostgreSQL', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-pg-watched-'));
  let server: EmbeddedPostgres;
  let supervision: Supervision;
  let db: Database;
  const givenUp: Error[] = [];
  beforeEach(async () => {
    process.env['VIGIA_MASTER_KEY'] = CANARY;
    givenUp.length = 0;
    server = await startEmbeddedPostgres({ dataFolder });
    supervision = new Supervision(server, {
      clock: systemClock,
      log: createLogger('silent'),
      say: () => undefined,
      onGivenUp: (error) => givenUp.push(error),
    });
    db = openDatabase(server.admin, { poolSize: 2 });
    await db.sql`CREATE TABLE kept (n int)`;
  });
  afterEach(async () => {
    delete process.env['VIGIA_MASTER_KEY'];
    await db.sql`DROP TABLE kept`;
    await db.close();
    await supervision.stop();
  });
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

  const isBack = async () => {
    await expect.poll(() => db.isUp(), { timeout: 30_000 }).toBe(true);
  };

  it('keeps the secrets of the server out of every process of the database', () => {
    for (const pid of processesOf(server.pid))
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(CANARY);
  });

  it.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)('restarts after %s, with all committed data', async (name) => {
    await db.sql`INSERT INTO kept VALUES (1)`;
    const before = server.pid;
    signal([before], name);
    await waitForExit(before, 10_000);
    await isBack();
    expect(server.pid).not.toBe(before);
    expect(await db.sql`SELECT n FROM kept`).toEqual([{ n: 1 }]);
    expect(readFileSync(join(dataFolder, 'postgres.log'), 'utf8')).toContain('ready to accept connections');
  });

  it('fails every call within 5 s while PostgreSQL is suspended, and works again once PostgreSQL resumes', async () => {
    const begun = outcomeOf(
      db.transaction(async (tx) => {
        await tx`INSERT INTO kept VALUES (1)`;
        frozen = processesOf(server.pid);
        signal(frozen, 'SIGSTOP');
        await tx`INSERT INTO kept VALUES (2)`;
      }),
    );
    let frozen: readonly number[] = [];
    await expect.poll(() => frozen.length).toBeGreaterThan(0);
    const sent = Array.from({ length: 12 }, () => outcomeOf(db.sql`SELECT 1`));
    const started = Array.from({ length: 12 }, () => outcomeOf(db.transaction((tx) => tx`SELECT 1`)));
    const first = await Promise.all([begun, ...sent, ...started]);
    // These statements start when the connections are already lost and none can be opened.
    const later = [outcomeOf(db.sql`SELECT 1`), outcomeOf(db.transaction((tx) => tx`SELECT 1`))];
    for (const { fault, tookMs } of [...first, ...(await Promise.all(later))]) {
      expect(fault).toSatisfy(isTransientFault);
      expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
    }
    signal(frozen, 'SIGCONT');
    await isBack();
    expect(await db.sql`SELECT n FROM kept`).toEqual([]);
    expect(givenUp).toEqual([]);
  });

  it('does not abort a slow statement while PostgreSQL responds', async () => {
    const slow = outcomeOf(db.sql`SELECT pg_sleep(6)`);
    const others = outcomeOf(db.transaction((tx) => tx`SELECT pg_sleep(6)`));
    expect([(await slow).fault, (await others).fault]).toEqual([null, null]);
  });

  it('aborts a statement whose backend process is suspended for longer than the statement timeout', async () => {
    const patient = openDatabase(server.admin, { poolSize: 1, statementTimeoutMs: 1_000 });
    let pid = 0;
    const { fault, tookMs } = await outcomeOf(
      patient.transaction(async (tx) => {
        const [backend] = await tx<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
        pid = backend.pid;
        signal([pid], 'SIGSTOP');
        await tx`SELECT 1`;
      }),
    );
    expect(fault).toSatisfy(isConnectionFault);
    expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
    signal([pid], 'SIGCONT');
    expect(await patient.transaction((tx) => tx`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await patient.close();
  });

  it('stops restarting a database that does not start again, with the error message of PostgreSQL', {
    timeout: 90_000,
  }, async () => {
    const control = join(dataFolder, 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.aside`);
    signal([server.pid], 'SIGKILL');
    await expect.poll(() => givenUp.length, { timeout: 60_000 }).toBe(1);
    expect(givenUp[0]?.message).toMatch(/se cae una y otra vez \(.*pg_control/);
    renameSync(`${control}.aside`, control);
    await server.restart(new AbortController().signal);
    await isBack();
  });
});

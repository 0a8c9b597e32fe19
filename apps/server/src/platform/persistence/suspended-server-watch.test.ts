import { beforeEach, describe, expect, it } from 'vitest';
import { PROBE_INTERVAL_MS, SuspendedServerWatch, type WatchedConnection } from './suspended-server-watch.ts';

const STATEMENT_TIMEOUT_MS = 15_000;

class FakeConnection implements WatchedConnection {
  isUsable = true;
  waiting = 0;
  receivedBytes = 0;

  abandon(): void {
    this.isUsable = false;
  }
}

let answer: (() => void)[];
let probes: number;
let isAnswering: boolean;
let watch: SuspendedServerWatch;
let connection: FakeConnection;
beforeEach(() => {
  [probes, isAnswering, answer] = [0, true, []];
  watch = new SuspendedServerWatch({
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    probe: () => {
      probes += 1;
      return isAnswering ? Promise.resolve() : new Promise<void>((resolve) => answer.push(resolve));
    },
  });
  connection = new FakeConnection();
  watch.add(connection);
});

/**
 * Advances the time and delivers the responses to probes.
 * @returns the time for which the connection was usable
 */
async function pass(ms: number, meanwhile: () => void = () => undefined): Promise<number> {
  let usableMs = 0;
  for (let passedMs = 0; passedMs < ms; passedMs += PROBE_INTERVAL_MS) {
    watch.beat();
    meanwhile();
    await Promise.resolve();
    await Promise.resolve();
    if (connection.isUsable) usableMs += PROBE_INTERVAL_MS;
  }
  return usableMs;
}

describe('SuspendedServerWatch, which detects a database that does not respond,', () => {
  it('aborts waiting statements within 4 s if the database does not respond', async () => {
    isAnswering = false;
    const other = new FakeConnection();
    watch.add(other);
    connection.waiting = 1;
    expect(await pass(10_000)).toBeLessThan(4_000);
    expect(other.isUsable).toBe(false);
  });

  it('aborts a statement that was sent immediately after the database answered a probe', async () => {
    connection.waiting = 1;
    await pass(1_000);
    expect(probes).toBe(1);
    isAnswering = false;
    expect(await pass(10_000)).toBeLessThan(4_000);
  });

  it('does not abort a slow statement while the database answers probes', async () => {
    connection.waiting = 1;
    expect(await pass(STATEMENT_TIMEOUT_MS)).toBe(STATEMENT_TIMEOUT_MS);
    expect(probes).toBeLessThanOrEqual(15);
  });

  it('does not abort a statement if a probe is answered late', async () => {
    isAnswering = false;
    connection.waiting = 1;
    await pass(2_000);
    for (const resolve of answer) resolve();
    isAnswering = true;
    expect(await pass(5_000)).toBe(5_000);
  });

  it('aborts a statement whose backend process is suspended, after the statement timeout', async () => {
    connection.waiting = 1;
    const usableMs = await pass(2 * STATEMENT_TIMEOUT_MS);
    expect(usableMs).toBeGreaterThan(STATEMENT_TIMEOUT_MS);
    expect(usableMs).toBeLessThanOrEqual(STATEMENT_TIMEOUT_MS + 1_200);
  });

  it('sends no probe while every connection is idle or receives data', async () => {
    isAnswering = false;
    await pass(20_000);
    connection.waiting = 1;
    await pass(60_000, () => {
      connection.receivedBytes += 1;
    });
    expect([probes, connection.isUsable]).toEqual([0, true]);
  });

  it('counts a refused probe as a response of the database', async () => {
    let refusals = 0;
    watch = new SuspendedServerWatch({
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      probe: async () => {
        refusals += 1;
        throw new Error('sorry, too many clients already');
      },
    });
    watch.add(connection);
    connection.waiting = 1;
    expect(await pass(10_000)).toBe(10_000);
    expect(refusals).toBeGreaterThan(1);
  });
});

import { ManualClock } from '@vigia/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { StartupError } from '../startup-error.ts';
import { type SupervisedServer, Supervision } from './supervision.ts';

const MINUTE_MS = 60_000;

/** A fake server that runs until it is killed, and whose starts succeed unless it has a fault. */
class FakeServer implements SupervisedServer {
  isUp = true;
  fault: 'broken' | 'full' | null = null;
  starts = 0;
  stops = 0;
  limits = 0;
  /** Signal of a start that does not end by itself. Null if all starts end immediately. */
  hanging: AbortSignal | null = null;
  hangs = false;

  isRunning(): boolean {
    return this.isUp;
  }

  async restart(signal: AbortSignal): Promise<void> {
    this.starts += 1;
    if (this.hangs) {
      this.hanging = signal;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new StartupError('parada'))));
    }
    if (this.fault !== null) throw new StartupError(`no arranca (${this.fault})`);
    this.isUp = true;
  }

  async lacksSpace(): Promise<boolean> {
    return this.fault === 'full';
  }

  limitLog(): void {
    this.limits += 1;
  }

  async stop(): Promise<void> {
    this.stops += 1;
    this.isUp = false;
  }
}

let clock: ManualClock;
let server: FakeServer;
let said: string[];
let givenUp: StartupError[];
let supervision: Supervision;
beforeEach(() => {
  clock = new ManualClock(0);
  server = new FakeServer();
  said = [];
  givenUp = [];
  supervision = new Supervision(server, {
    clock,
    log: createLogger('silent'),
    say: (line) => said.push(line),
    onGivenUp: (error) => givenUp.push(error),
  });
});

/** Advances the clock in steps, so that each start ends before the next timer. */
async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 250) {
    clock.advance(250);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

describe('Supervision of a database server', () => {
  it('does not restart a running server', async () => {
    await pass(MINUTE_MS);
    expect([server.starts, said]).toEqual([0, []]);
  });

  it('limits the log of a running server again and again', async () => {
    await pass(MINUTE_MS);
    expect(server.limits).toBeGreaterThan(60);
  });

  it('restarts a crashed server soon after each crash', async () => {
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      server.isUp = false;
      await pass(2_000);
      expect([server.isUp, server.starts]).toEqual([true, deaths]);
    }
    expect(said.filter((line) => line.startsWith('✓'))).toHaveLength(3);
    expect(givenUp).toEqual([]);
  });

  it('waits longer after each failed start', async () => {
    server.fault = 'broken';
    server.isUp = false;
    await pass(500);
    const startsAfter: number[] = [];
    for (const ms of [250, 250, 250, 250, 500, 250]) {
      await pass(ms);
      startsAfter.push(server.starts);
    }
    expect(startsAfter).toEqual([1, 1, 2, 2, 2, 3]);
  });

  it('gives up once after repeated failures, with a readable reason', async () => {
    server.fault = 'broken';
    server.isUp = false;
    await pass(5 * MINUTE_MS);
    expect(givenUp.map(({ message, exitCode }) => [message, exitCode])).toEqual([
      [expect.stringMatching(/^La base de datos incluida se cae una y otra vez \(no arranca \(broken\)\)/), 1],
    ]);
    expect(server.starts).toBe(6);
  });

  it('gives up on a server that starts but does not keep running', async () => {
    for (let deaths = 0; deaths < 10; deaths += 1) {
      server.isUp = false;
      await pass(10_000);
    }
    expect([givenUp.length, server.starts]).toEqual([1, 6]);
  });

  it('waits for disk space without a time limit, and starts the server soon after space becomes free', async () => {
    server.fault = 'full';
    server.isUp = false;
    await pass(60 * MINUTE_MS);
    expect([givenUp, server.isUp]).toEqual([[], false]);
    expect(said.filter((line) => line.includes('disco'))).toHaveLength(1);
    server.fault = null;
    await pass(10_000);
    expect(server.isUp).toBe(true);
  });

  it('does not count a stop that it requested as a crash', async () => {
    await supervision.stop();
    await pass(MINUTE_MS);
    expect([server.stops, server.starts, said]).toEqual([1, 0, []]);
  });

  it('does not restart a crashed server once a stop is requested', async () => {
    server.isUp = false;
    await pass(500);
    await supervision.stop();
    await pass(MINUTE_MS);
    expect([server.starts, givenUp]).toEqual([0, []]);
  });

  it('aborts a start in progress when a stop is requested, and counts no failure', async () => {
    server.fault = 'broken';
    server.isUp = false;
    await pass(10_000);
    server.hangs = true;
    await pass(10_000);
    expect(server.hanging?.aborted).toBe(false);
    await supervision.stop();
    await pass(MINUTE_MS);
    expect([server.starts, server.stops, givenUp]).toEqual([6, 1, []]);
  });
});

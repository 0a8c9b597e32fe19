import { startTestApp, type TestApp } from '@vigia/server/testing';
import { ManualClock } from '@vigia/testkit';

/** Small enough that every tick, flush and settlement round happens at its own time. */
const STEP_MS = 50;

/** The whole server on loopback, in this process, with a clock that only moves when a test says so. */
export class DrivenServer {
  readonly url: string;
  readonly #app: TestApp;
  readonly #clock: ManualClock;

  private constructor(app: TestApp, clock: ManualClock) {
    this.#app = app;
    this.#clock = clock;
    this.url = app.url;
  }

  static async start(): Promise<DrivenServer> {
    // Sessions carry times that the browser holds against its own clock: both begin at the same moment.
    const clock = new ManualClock(Date.now());
    const starting = startTestApp({ clock });
    const app = await whileMoving(clock, starting);
    const server = new DrivenServer(app, clock);
    return server;
  }

  /** Milliseconds since the epoch by the server's clock. */
  get nowMs(): number {
    return this.#clock.now();
  }

  /** Lets `ms` of the server's time pass, with everything that falls due in it. */
  async run(ms: number): Promise<void> {
    for (let done = 0; done < ms; done += STEP_MS) {
      this.#clock.advance(Math.min(STEP_MS, ms - done));
      await new Promise(setImmediate);
    }
  }

  /** Lets time pass until `condition` holds, for at most `maxMs` of the server's time. */
  async runUntil(condition: () => Promise<boolean>, maxMs: number): Promise<void> {
    for (let done = 0; done < maxMs; done += 1_000) {
      if (await condition()) return;
      await this.run(1_000);
    }
    throw new Error(`the condition did not hold within ${maxMs} ms of the server's time`);
  }

  async stop(): Promise<void> {
    await whileMoving(this.#clock, this.#app.stop());
  }
}

/** Starting and stopping wait for both real work and the clock. */
async function whileMoving<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const settled = work.finally(() => (isDone = true));
  settled.catch(() => undefined);
  while (!isDone) {
    clock.advance(1);
    await new Promise(setImmediate);
  }
  return settled;
}

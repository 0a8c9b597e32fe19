import { startTestApp, type TestApp } from '@vigia/server/testing';
import { advanceInSteps, ManualClock, whileTimeCreeps } from '@vigia/testkit';

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
    return new DrivenServer(await whileTimeCreeps(clock, startTestApp({ clock })), clock);
  }

  /** Milliseconds since the epoch by the server's clock. */
  get nowMs(): number {
    return this.#clock.now();
  }

  /** Lets `ms` of the server's time pass, with everything that falls due in it. */
  run(ms: number): Promise<void> {
    return advanceInSteps(this.#clock, ms, STEP_MS);
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
    await whileTimeCreeps(this.#clock, this.#app.stop());
  }
}

import { ManualClock } from '#index.ts';

/** Number of turns of the event loop after which loopback sockets have delivered everything that was sent. */
const QUIET_TURNS = 12;
const STEP_MS = 50;

/**
 * Controls time in a test with real sockets on loopback. Time advances only on request of the test. Before each step,
 * all sent data arrives.
 */
export class ClockDriver {
  readonly clock: ManualClock;

  constructor(startMs: number) {
    this.clock = new ManualClock(startMs);
  }

  /** Lets sockets and promises finish their pending work. Time does not advance. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < QUIET_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  async advance(ms: number): Promise<void> {
    const endMs = this.clock.now() + ms;
    await this.quiet();
    while (this.clock.now() < endMs) {
      this.clock.advance(Math.min(STEP_MS, endMs - this.clock.now()));
      await this.quiet();
    }
  }

  /**
   * Advances time until the condition holds.
   * @throws Error if the condition does not hold within `withinMs` of the test clock
   */
  async until(what: string, holds: () => boolean, withinMs = 60_000): Promise<void> {
    const endMs = this.clock.now() + withinMs;
    for (await this.quiet(); !holds(); await this.quiet()) {
      if (this.clock.now() >= endMs) throw new Error(`not within ${withinMs} ms: ${what}`);
      this.clock.advance(STEP_MS);
    }
  }

  /** Advances time until the promise settles, and returns its value. */
  async settled<Value>(what: string, work: Promise<Value>, withinMs = 60_000): Promise<Value> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    await this.until(what, () => isDone, withinMs);
    return work;
  }
}

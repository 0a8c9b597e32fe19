import { ManualClock } from '#index.ts';

/** Turns of the event loop without anything new after which loopback sockets have said all they had to say. */
const QUIET_TURNS = 12;
const STEP_MS = 50;

/**
 * Drives a test over real sockets on loopback: time moves only on request, and between its steps everything that is
 * on its way arrives. Nothing waits for real time.
 */
export class Drive {
  readonly clock: ManualClock;

  constructor(startMs: number) {
    this.clock = new ManualClock(startMs);
  }

  /** Lets sockets and promises do all they can without time passing. */
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
   * Moves time on until it holds.
   * @throws Error when it does not within `withinMs` of the clock
   */
  async until(what: string, holds: () => boolean, withinMs = 60_000): Promise<void> {
    const endMs = this.clock.now() + withinMs;
    for (await this.quiet(); !holds(); await this.quiet()) {
      if (this.clock.now() >= endMs) throw new Error(`not within ${withinMs} ms: ${what}`);
      this.clock.advance(STEP_MS);
    }
  }

  /** Awaits the promise, moving time on until it settles. */
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

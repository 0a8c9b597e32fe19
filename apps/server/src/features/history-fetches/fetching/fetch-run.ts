import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

/** Runs the fetches of one user at one broker in this process. */
export class FetchRun {
  readonly userId: string;
  /** Number of consecutive attempts without a page. `unknown` counts those that ended with an unknown fault. */
  faults = 0;
  unknown = 0;
  readonly #clock: Pick<Clock, 'after'>;
  #isStopped = false;
  #halt: () => void = () => undefined;
  readonly #halted = new Promise<void>((resolve) => {
    this.#halt = resolve;
  });
  #ended: Promise<void> = Promise.resolve();

  constructor(userId: string, clock: Pick<Clock, 'after'>) {
    this.userId = userId;
    this.#clock = clock;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Starts the fetches. `work` must not reject. */
  begin(work: () => Promise<void>): void {
    this.#ended = work();
  }

  /** Waits between two attempts; a stop ends the wait. */
  async wait(ms: number): Promise<void> {
    let cancel: Cancel = () => undefined;
    await this.orStopped(
      new Promise<void>((resolve) => {
        cancel = this.#clock.after(durationMs(ms), resolve);
      }),
    );
    cancel();
  }

  /** Settles as `work` does, or resolves to null if the run is stopped before. A broker may take long to answer. */
  orStopped<Value>(work: Promise<Value>): Promise<Value | null> {
    return Promise.race([work, this.#halted.then(() => null)]);
  }

  /** Stops the fetches, and resolves when `work` has ended. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#halt();
    return this.#ended;
  }
}

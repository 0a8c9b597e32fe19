import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

/** The run of one user's fetches at one broker in this process. */
export class Run {
  readonly userId: string;
  /** Attempts in a row that brought no page, and those of them whose answer was not understood. */
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

  /** Starts the work of the run, which must not reject. */
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

  /** Resolves as the work does, or to null when the run stops before: a broker may keep a request waiting. */
  orStopped<Value>(work: Promise<Value>): Promise<Value | null> {
    return Promise.race([work, this.#halted.then(() => null)]);
  }

  /** Stops the run, and resolves when its work has ended. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#halt();
    return this.#ended;
  }
}

import type { Logger } from '#platform/logging/logger.ts';
import { LostOwnership } from '#platform/ownership/ownership.ts';

/**
 * Work that an answer must not wait for, since the wait itself would tell something. What was begun is finished before
 * the process ends; a failure is logged and hurts nobody.
 */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  run(what: string, work: () => Promise<void>): void {
    const running = work()
      // What another process does by now is no fault.
      .catch((error: unknown) =>
        this.#log[error instanceof LostOwnership ? 'warn' : 'error']({ err: error, what }, 'background work failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves once nothing is running any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

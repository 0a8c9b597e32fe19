import { LeaseLostError } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';

/**
 * Runs work that a response must not wait for, because the response time would reveal information. The process finishes
 * this work before it ends. A failure is only logged.
 */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  run(what: string, work: () => Promise<void>): void {
    const running = work()
      // A lost lease is not an error, because another process now does the work.
      .catch((error: unknown) =>
        this.#log[error instanceof LeaseLostError ? 'warn' : 'error']({ err: error, what }, 'background work failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

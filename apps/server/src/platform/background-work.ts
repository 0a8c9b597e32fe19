import { LeaseLost } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';

/**
 * Work a response must not wait for, because its duration would reveal something. The process finishes it before it
 * ends. A failure is logged and has no other effect.
 */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  run(what: string, work: () => Promise<void>): void {
    const running = work()
      // A lost lease is no fault: another process does the work by now.
      .catch((error: unknown) =>
        this.#log[error instanceof LeaseLost ? 'warn' : 'error']({ err: error, what }, 'background work failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves once no work is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

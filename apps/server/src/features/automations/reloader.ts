import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';

const RETRY_MS = durationMs(5_000);

type ReloaderDeps<Stored> = {
  readonly clock: Pick<Clock, 'after'>;
  /** Reads an automation as it is stored now; null if there is none, or if it should not run. */
  readonly find: (id: string) => Promise<Stored | null>;
  readonly engine: { open(row: Stored): Promise<void>; close(id: string): void };
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Applies stored changes of automations to the engine. Changes of one automation are applied one after the other, and
 * each reads the row again. Of two concurrent edits, the later commit therefore runs.
 */
export class AutomationReloader<Stored> {
  readonly #deps: ReloaderDeps<Stored>;
  readonly #tails = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, Cancel>();
  #isStopped = false;

  constructor(deps: ReloaderDeps<Stored>) {
    this.#deps = deps;
  }

  /** Resolves when the engine runs the stored version. A failed attempt is repeated until it succeeds. */
  async reload(id: string): Promise<void> {
    const before = this.#tails.get(id) ?? Promise.resolve();
    const tail = before.then(() => this.#apply(id));
    this.#tails.set(id, tail);
    await tail;
    if (this.#tails.get(id) === tail) this.#tails.delete(id);
  }

  /** Cancels all retries. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#retries.values()) cancel();
    this.#retries.clear();
  }

  async #apply(id: string): Promise<void> {
    const { find, engine, log, clock } = this.#deps;
    this.#retries.get(id)?.();
    this.#retries.delete(id);
    try {
      const row = await find(id);
      if (row === null) engine.close(id);
      else await engine.open(row);
    } catch (error) {
      log.warn({ err: error, automation: id }, 'a changed automation could not be run; it is retried');
      if (this.#isStopped) return;
      const retry = clock.after(RETRY_MS, () => void this.reload(id));
      this.#retries.set(id, retry);
    }
  }
}

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { SetupRow } from './pcr.repository.ts';
import type { RunningSetups } from './running-setups.ts';

const RETRY_MS = durationMs(5_000);

type SyncDeps = {
  readonly clock: Pick<Clock, 'after'>;
  /** The setup as it is stored now. */
  readonly find: (id: string) => Promise<(SetupRow & { readonly archived_at: Date | null }) | null>;
  readonly engine: Pick<RunningSetups, 'open' | 'close'>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Brings the engine up to what is stored of a setup: one setup's changes one after the other, each as it stands by then, so
 * that of two edits at once the later commit is what runs.
 */
export class RunningSync {
  readonly #deps: SyncDeps;
  readonly #tails = new Map<string, Promise<void>>();
  /** Setups the engine could not follow, to be tried again. */
  readonly #again = new Map<string, Cancel>();
  #isStopped = false;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Resolves once the engine follows. What is stored stays stored if it cannot, and is tried again until it can. */
  async follow(id: string): Promise<void> {
    const before = this.#tails.get(id) ?? Promise.resolve();
    const tail = before.then(() => this.#apply(id));
    this.#tails.set(id, tail);
    await tail;
    if (this.#tails.get(id) === tail) this.#tails.delete(id);
  }

  /** Nothing is tried any more. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#again.values()) cancel();
    this.#again.clear();
  }

  async #apply(id: string): Promise<void> {
    const { find, engine, log } = this.#deps;
    this.#again.get(id)?.();
    this.#again.delete(id);
    try {
      const row = await find(id);
      if (row === null || row.archived_at !== null || !row.is_active) engine.close(id);
      else await engine.open(row);
    } catch (error) {
      log.warn({ err: error, setup: id }, 'a changed setup could not be run: it is tried again');
      if (!this.#isStopped)
        this.#again.set(
          id,
          this.#deps.clock.after(RETRY_MS, () => void this.follow(id)),
        );
    }
  }
}

import type { Logger } from '#platform/logging/logger.ts';
import type { SetupRow } from './pcr.repository.ts';
import type { RunningSetups } from './running-setups.ts';

type SyncDeps = {
  /** The setup as it is stored now. */
  readonly find: (id: string) => Promise<(SetupRow & { readonly archived_at: Date | null }) | null>;
  readonly engine: Pick<RunningSetups, 'open' | 'close'>;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * Brings the engine up to what is stored of a setup: one setup's changes one after the other, each as it stands by then, so
 * that of two edits at once the later commit is what runs.
 */
export class RunningSync {
  readonly #deps: SyncDeps;
  readonly #tails = new Map<string, Promise<void>>();

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Resolves once the engine follows. What is stored stays stored if it cannot: it runs so from the next start on. */
  async follow(id: string): Promise<void> {
    const before = this.#tails.get(id) ?? Promise.resolve();
    const tail = before.then(() => this.#apply(id));
    this.#tails.set(id, tail);
    await tail;
    if (this.#tails.get(id) === tail) this.#tails.delete(id);
  }

  async #apply(id: string): Promise<void> {
    const { find, engine, log } = this.#deps;
    try {
      const row = await find(id);
      if (row === null || row.archived_at !== null || !row.is_active) engine.close(id);
      else await engine.open(row);
    } catch (error) {
      log.error({ err: error, setup: id }, 'a changed setup could not be run: it runs as it was until the next start');
    }
  }
}

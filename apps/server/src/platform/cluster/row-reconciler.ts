import type { Clock } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Sql } from '../persistence/database.ts';
import type { OwnedShards } from './owned-shards.ts';
import type { Shard } from './shards.ts';

/** Overlap of two searches for changed rows, because the clocks of machines differ and commits take time. */
const EDITS_OVERLAP_MS = 120_000;

/** A changed row. `runs` is true if the work of the row should run. */
export type EditedRow = { readonly id: string; readonly updated_at: Date; readonly runs: boolean };

export type StoredRows = {
  /** Returns the given ids that still exist. */
  readonly existing: (sql: Sql, ids: readonly string[]) => Promise<readonly string[]>;
  /** Returns the rows of these shards that have changed since a moment. */
  readonly editedSince: (sql: Sql, shards: readonly Shard[], since: Date) => Promise<readonly EditedRow[]>;
};

export type RunningRows = {
  readonly ids: () => Iterable<string>;
  /** Returns the `updated_at` of the row whose work is running; undefined if none is running. */
  readonly updatedAt: (id: string) => Date | undefined;
  readonly close: (id: string) => void;
  /** Starts, restarts or stops the row's work to match its stored state. */
  readonly reload: (id: string) => Promise<void>;
};

type ReconcilerDeps = {
  readonly sql: Sql;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly owned: Pick<OwnedShards, 'all'>;
  readonly stored: StoredRows;
  readonly running: RunningRows;
};

/**
 * Makes the running work match the stored rows. A reconciliation is needed for two reasons: rows that are deleted
 * together with a user's account cause no message, and the message about a changed row may be lost.
 */
export class RowReconciler {
  readonly #deps: ReconcilerDeps;
  #searchedMs: number;

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
    this.#searchedMs = deps.clock.now();
  }

  /** Compares the stored rows with the running work once. It never rejects. */
  async reconcile(): Promise<void> {
    const { sql, log, stored, running } = this.#deps;
    const ids = [...running.ids()];
    try {
      const existing = new Set(await stored.existing(sql, ids));
      for (const id of ids) if (!existing.has(id)) running.close(id);
      await this.#reloadEdited();
    } catch (error) {
      log.warn({ err: error }, 'stored rows could not be compared with the running ones; retried in a minute');
    }
  }

  async #reloadEdited(): Promise<void> {
    const { sql, clock, owned, stored, running } = this.#deps;
    const [nowMs, since] = [clock.now(), new Date(this.#searchedMs - EDITS_OVERLAP_MS)];
    for (const { id, updated_at, runs } of await stored.editedSince(sql, owned.all, since)) {
      const known = running.updatedAt(id);
      const isCurrent = runs ? known?.getTime() === updated_at.getTime() : known === undefined;
      if (!isCurrent) await running.reload(id);
    }
    this.#searchedMs = nowMs;
  }
}

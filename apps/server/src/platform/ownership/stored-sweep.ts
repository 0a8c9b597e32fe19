import type { Clock } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Sql } from '../persistence/database.ts';
import type { OwnedShards } from './owned-shards.ts';
import type { Shard } from './shard.ts';

/** A change is looked for so much longer than since the last look: clocks differ, and commits take their time. */
const EDITS_OVERLAP_MS = 120_000;

/** A row that was changed, and whether what it says is to run. */
export type EditedRow = { readonly id: string; readonly updated_at: Date; readonly runs: boolean };

/** What is stored of the things that run. */
export type StoredThings = {
  /** Those of the given that still are. */
  readonly kept: (sql: Sql, ids: readonly string[]) => Promise<readonly string[]>;
  /** Those of these shards that were changed since. */
  readonly edited: (sql: Sql, shards: readonly Shard[], since: Date) => Promise<readonly EditedRow[]>;
};

/** What runs of it here. */
export type RunningThings = {
  readonly ids: () => Iterable<string>;
  /** As it was stored when it began to run; undefined: it does not. */
  readonly updatedAt: (id: string) => Date | undefined;
  readonly close: (id: string) => void;
  /** Runs it as it is stored now, or no longer. */
  readonly follow: (id: string) => Promise<void>;
};

type SweepDeps = {
  readonly sql: Sql;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly owned: Pick<OwnedShards, 'all'>;
  readonly stored: StoredThings;
  readonly running: RunningThings;
};

/** Things go with the account of their person, of which nobody tells; of a change that was told nobody may have heard. */
export class StoredSweep {
  readonly #deps: SweepDeps;
  #lookedMs: number;

  constructor(deps: SweepDeps) {
    this.#deps = deps;
    this.#lookedMs = deps.clock.now();
  }

  /** Brings what runs up to what is stored; never rejects. */
  async sweep(): Promise<void> {
    const { sql, log, stored, running } = this.#deps;
    const ids = [...running.ids()];
    try {
      const kept = new Set(await stored.kept(sql, ids));
      for (const id of ids) if (!kept.has(id)) running.close(id);
      await this.#followEdited();
    } catch (error) {
      log.warn({ err: error }, 'what is gone or was changed is asked again in a minute');
    }
  }

  async #followEdited(): Promise<void> {
    const { sql, clock, owned, stored, running } = this.#deps;
    const [nowMs, since] = [clock.now(), new Date(this.#lookedMs - EDITS_OVERLAP_MS)];
    for (const { id, updated_at, runs } of await stored.edited(sql, owned.all, since)) {
      const known = running.updatedAt(id);
      const isFollowed = runs ? known?.getTime() === updated_at.getTime() : known === undefined;
      if (!isFollowed) await running.follow(id);
    }
    this.#lookedMs = nowMs;
  }
}

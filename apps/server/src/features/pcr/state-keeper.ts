import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { OwnedShards } from '#platform/ownership/owned-shards.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { PcrDeps } from './deps.ts';
import type { SetupRun } from './setup-run.ts';
import { RULE_VERSION } from './signal-body.ts';
import { type StateRow, saveStates } from './states.repository.ts';

const SAVE_EVERY_MS = durationMs(2_000);
/** Every setup has its turn within so many rounds: a crash costs minutes of folding, and no round stands out. */
const ROUNDS = 90;
/** So many states go into one statement. */
const BATCH = 250;
const MINUTE_S = 60;
/** Sequences that are saved for the screen; after a start it shows no more of the past than these. */
const SEQUENCES_SAVED = 30;

type KeeperDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly markets: PcrDeps['markets'];
  readonly runs: ReadonlyMap<string, SetupRun>;
  /** Whose states are this process's to write. */
  readonly owned: Pick<OwnedShards, 'fence'>;
};

/** Saves where the setups stand: a few at a time while they run, all of them where somebody else is to go on with them. */
export class StateKeeper {
  readonly #deps: KeeperDeps;
  #turn: string[] = [];
  #cancel: Cancel = () => undefined;
  #saving: Promise<void> = Promise.resolve();
  #isSaving = false;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(SAVE_EVERY_MS, () => this.#round());
  }

  stop(): void {
    this.#cancel();
  }

  /** Saves these at once, over whatever is being saved. */
  async save(ids: readonly string[]): Promise<void> {
    await this.#saving;
    const half = Math.ceil(ids.length / 2);
    // The database is what takes the time, and it has a process for each.
    await Promise.all([this.#save(ids.slice(0, half)), this.#save(ids.slice(half))]);
  }

  #round(): void {
    if (this.#isSaving) return;
    const { runs } = this.#deps;
    if (this.#turn.length === 0) this.#turn = [...runs.keys()];
    const next = this.#turn.splice(0, Math.ceil(runs.size / ROUNDS));
    if (next.length === 0) return;
    this.#isSaving = true;
    this.#saving = this.#save(next).finally(() => {
      this.#isSaving = false;
    });
  }

  /** What could not be saved is only folded again. */
  async #save(ids: readonly string[]): Promise<void> {
    const { log } = this.#deps;
    try {
      for (let from = 0; from < ids.length; from += BATCH) await this.#saveBatch(ids.slice(from, from + BATCH));
    } catch (error) {
      log.warn({ err: error }, 'where setups stand could not be saved: the next start folds their past again');
    }
  }

  async #saveBatch(ids: readonly string[]): Promise<void> {
    const { db, clock, runs, owned } = this.#deps;
    const saved = ids.flatMap((id) => runs.get(id) ?? []);
    const rows = saved.flatMap((run) => this.#stateOf(run));
    if (rows.length === 0) return;
    const savedAt = new Date(clock.now());
    await db.transaction(async (tx) => {
      await owned.fence(
        tx,
        saved.map(({ row }) => row.user_id),
      );
      await saveStates(tx, rows, savedAt);
    });
  }

  #stateOf(run: SetupRun): StateRow[] {
    if (!Number.isFinite(run.place.group.lastTickMs)) return [];
    const { group, fold } = run.place;
    const { zonesLive: _live, ...counters } = run.counters;
    const sequences = group.sequences.slice(-SEQUENCES_SAVED);
    const oldest = sequences[0]?.breakingCandle.time ?? -Infinity;
    const zones = run.zones.filter(
      ({ zone, state }) => state === 'live' || zone.sequence.breakingCandle.time >= oldest,
    );
    const state = {
      source: this.#deps.markets.at(run.row.price_source).source,
      detector: group.detectors.snapshotOf(fold),
      sequences,
      lastTickMs: group.lastTickMs,
      run: { zones, rejections: run.rejections.texts, counters },
    };
    const throughTime = Math.floor(group.lastTickMs / 1_000 / MINUTE_S) * MINUTE_S;
    return [
      { setup_id: run.row.id, version: run.row.version, rule_version: RULE_VERSION, through_time: throughTime, state },
    ];
  }
}

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
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
};

/** Saves where the setups stand: a few at a time while they run, all of them at an orderly stop. */
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

  /** Saves everything once more; what runs must not change any more. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#saving;
    const ids = [...this.#deps.runs.keys()];
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
    const { db, clock, log } = this.#deps;
    try {
      for (let from = 0; from < ids.length; from += BATCH) {
        const rows = ids.slice(from, from + BATCH).flatMap((id) => this.#stateOf(id));
        if (rows.length > 0) await saveStates(db.sql, rows, new Date(clock.now()));
      }
    } catch (error) {
      log.warn({ err: error }, 'where setups stand could not be saved: the next start folds their past again');
    }
  }

  #stateOf(id: string): StateRow[] {
    const run = this.#deps.runs.get(id);
    if (run === undefined || !Number.isFinite(run.place.group.lastTickMs)) return [];
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
    return [{ setup_id: id, version: run.row.version, rule_version: RULE_VERSION, through_time: throughTime, state }];
  }
}

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { PcrDeps } from '../deps.ts';
import { RULE_VERSION } from '../publishing/signal-body.ts';
import type { SetupRun } from './setup-run.ts';
import { type StateRow, saveStates } from './states.repository.ts';

const SAVE_EVERY_MS = durationMs(2_000);
/**
 * Number of rounds in which every setup is saved once. The rounds spread the load. After a crash, only minutes of
 * history must be replayed.
 */
const ROUNDS = 90;
/** Number of states in one SQL statement. */
const BATCH = 250;
const MINUTE_S = 60;
/** Number of sequences saved for screens. After a restart, screens show no older ones. */
const SEQUENCES_SAVED = 30;

type KeeperDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly markets: PcrDeps['markets'];
  readonly runs: ReadonlyMap<string, SetupRun>;
  /** The shards whose states this process may write. */
  readonly owned: Pick<OwnedShards, 'transaction'>;
};

/**
 * Saves the states of setups. It saves a few at a time while they run, and all of them before another process takes
 * over.
 */
export class StateSaver {
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

  /** Saves these states immediately and replaces earlier ones. */
  async save(ids: readonly string[]): Promise<void> {
    await this.#saving;
    const half = Math.ceil(ids.length / 2);
    // The two SQL statements run in parallel, because the database takes most of the time.
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

  /** Saves these states. Logs a state that cannot be saved. The next start then replays its candles. */
  async #save(ids: readonly string[]): Promise<void> {
    const { log } = this.#deps;
    try {
      for (let from = 0; from < ids.length; from += BATCH) await this.#saveBatch(ids.slice(from, from + BATCH));
    } catch (error) {
      log.warn({ err: error }, 'where setups stand could not be saved: the next start folds their past again');
    }
  }

  async #saveBatch(ids: readonly string[]): Promise<void> {
    const { clock, runs, owned } = this.#deps;
    const saved = ids.flatMap((id) => runs.get(id) ?? []);
    const rows = saved.flatMap((run) => this.#stateOf(run));
    if (rows.length === 0) return;
    const savedAt = new Date(clock.now());
    const userIds = saved.map(({ row }) => row.user_id);
    await owned.transaction(userIds, (tx) => saveStates(tx, rows, savedAt));
  }

  #stateOf(run: SetupRun): StateRow[] {
    if (!Number.isFinite(run.membership.group.lastTickMs)) return [];
    const { group, fold } = run.membership;
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

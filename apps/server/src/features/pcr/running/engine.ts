import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { RowReconciler } from '#platform/cluster/row-reconciler.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { CANDLE_CLOSED, MARKET_OPENED, TICK } from '../../market-data/index.ts';
import { SignalJournal, type UndecidedSignal, UnsettledSignals } from '../../signals/index.ts';
import type { PcrDeps } from '../deps.ts';
import { findById } from '../editing/setup.repository.ts';
import { findEditedSince, findKept, findRunning, type SetupRow } from '../pcr.repository.ts';
import { Publisher } from '../publishing/publisher.ts';
import { toUnsettledSignal, unsettledSignalsOf } from '../publishing/unsettled-signals.ts';
import { EventLog } from '../reporting/event-log.ts';
import { debugOf, sequencesOf } from '../reporting/running-views.ts';
import { EngineRpcServer } from './engine-rpc-server.ts';
import { MarketDispatcher } from './market-dispatcher.ts';
import { RunRegistry } from './registry.ts';
import type { EngineHealth, RunningSetups } from './running-setups.ts';
import { SetupReloader } from './setup-reloader.ts';
import { type RunningRow, type SetupCounters, type SetupRun, toRunningRow } from './setup-run.ts';
import { StateSaver } from './state-saver.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const SWEEP_MS = durationMs(60_000);
const OPEN_AGAIN_MS = durationMs(5_000);

/** Runs the active setups of the shards that it owns: folds the stored history, then continues on the live market. */
export class PcrEngine implements RunningSetups {
  readonly #deps: PcrDeps;
  readonly #owned: OwnedShards;
  readonly #registry: RunRegistry;
  readonly #publisher: Publisher;
  readonly #market: MarketDispatcher;
  readonly #rpc: EngineRpcServer;
  readonly #reloader: SetupReloader;
  readonly #reconciler: RowReconciler;
  readonly #journal: SignalJournal;
  readonly #stateSaver: StateSaver;
  readonly #unsettled: UnsettledSignals;
  readonly #events = new EventLog();
  #cancels: Cancel[] = [];

  constructor(deps: PcrDeps) {
    const { clock, log, markets, db } = deps;
    const registry = new RunRegistry(deps);
    const events = this.#events;
    const owned = new OwnedShards('pcr', deps, {
      start: (shards) => this.#startShards(shards),
      stop: (shards) => this.#stopShards(shards),
    });
    this.#deps = deps;
    this.#owned = owned;
    this.#registry = registry;
    this.#market = new MarketDispatcher({ ...deps, streams: registry.streams, events });
    this.#rpc = new EngineRpcServer(deps.calls, this);
    this.#reloader = new SetupReloader({ clock, log, find: (id) => findById(db.sql, id), engine: this });
    this.#reconciler = new RowReconciler({
      sql: db.sql,
      clock,
      log,
      owned,
      stored: { existing: findKept, editedSince: findEditedSince },
      running: {
        ids: () => registry.runs.keys(),
        updatedAt: (id) => registry.wanted.get(id)?.updated_at,
        close: (id) => this.close(id),
        reload: (id) => this.reload(id),
      },
    });
    this.#publisher = new Publisher({ ...deps, registry, events }, () => this.#journal);
    this.#journal = new SignalJournal({ ...deps, owned }, 'pcr', this.#publisher);
    this.#stateSaver = new StateSaver({ ...deps, owned, runs: registry.runs });
    this.#unsettled = new UnsettledSignals({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.#journal.settle(outcome),
    });
  }

  /** Returns the number of asset and timeframe pairs that setups watch. */
  get streams(): number {
    return this.#registry.streams.size;
  }

  get lastCandleAtMs(): number | null {
    return this.#market.lastCandleAtMs;
  }

  health(): EngineHealth {
    return { streams: this.streams, lastCandleAtMs: this.lastCandleAtMs };
  }

  /**
   * Resolves when the setups of the shards acquired at the start run live. Market events during the start are not lost.
   */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#market.onCandle(message)),
      bus.subscribe(TICK, (message) => this.#market.onTick(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#marketOpened(source)),
      bus.onReconnected(() => void this.#reconciler.reconcile()),
      clock.every(CLOCK_INTERVAL_MS, () => this.#market.advanceClock()),
      clock.every(SWEEP_MS, () => void this.#reconciler.reconcile()),
    ];
    this.#unsettled.start();
    this.#stateSaver.start();
    await this.#owned.start();
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#reloader.stop();
    this.#unsettled.stop();
    this.#stateSaver.stop();
    await this.#journal.stop();
    await this.#owned.stop();
  }

  /** Resolves when everything found so far is stored. */
  async drained(): Promise<void> {
    await this.#owned.settled();
    await this.#journal.drained();
  }

  async reload(setupId: string): Promise<void> {
    // A shard that is starting may have read rows from before the change.
    await this.#owned.settled();
    await this.#reloader.reload(setupId);
  }

  async open(row: SetupRow): Promise<void> {
    if (!row.is_active || !this.#owned.has(row.user_id)) return this.close(row.id);
    const before = this.#registry.wanted.get(row.id);
    this.#registry.wanted.set(row.id, toRunningRow(row));
    const run = this.#registry.runs.get(row.id);
    if (before?.version === row.version) {
      if (run !== undefined) run.row = toRunningRow(row);
      return;
    }
    if (run !== undefined) this.#end(run);
    await this.#registry.open([row], this.#publisher);
  }

  close(setupId: string): void {
    this.#registry.wanted.delete(setupId);
    const run = this.#registry.runs.get(setupId);
    if (run !== undefined) this.#end(run);
  }

  rejections(setupId: string): readonly RejectionView[] {
    return this.#registry.runs.get(setupId)?.rejections.views(setupId) ?? [];
  }

  counters(setupId: string): SetupCounters | null {
    return this.#registry.runs.get(setupId)?.counters ?? null;
  }

  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[] {
    return sequencesOf(this.#registry, isWanted);
  }

  debug(setupId: string, after: number): PcrDebug | null {
    return debugOf(this.#registry, setupId, () => this.#events.since(setupId, after), {
      last_candle_at: this.lastCandleAtMs === null ? null : new Date(this.lastCandleAtMs).toISOString(),
      evaluation_ms: this.#market.latencies.summary(),
      journal_waiting: this.#journal.waiting,
    });
  }

  /** Folds the stored history of every setup of these shards, then runs them live. */
  async #startShards(shards: readonly Shard[]): Promise<void> {
    this.#rpc.open(shards);
    const undecided = await this.#journal.load(shards);
    const rows = await findRunning(this.#deps.db.sql, shards);
    for (const row of rows) this.#registry.wanted.set(row.id, toRunningRow(row));
    await this.#registry.open(rows, this.#publisher);
    await this.#journal.drained();
    for (const signal of undecided) this.#settleLater(signal);
  }

  /**
   * Saves and stops the setups of these shards. Their next owner continues from the saved state; a signal that both
   * processes find is stored once.
   */
  async #stopShards(shards: readonly Shard[]): Promise<void> {
    this.#rpc.close(shards);
    const isTheirs = ({ user_id }: Pick<SetupRow, 'user_id'>) => shards.includes(shardOf(user_id));
    await this.#stateSaver.save(
      [...this.#registry.runs.values()].filter(({ row }) => isTheirs(row)).map(({ row }) => row.id),
    );
    for (const row of Array.from(this.#registry.wanted.values()))
      if (isTheirs(row)) this.#registry.wanted.delete(row.id);
    for (const run of Array.from(this.#registry.runs.values())) if (isTheirs(run.row)) this.#registry.remove(run);
    await this.#journal.release(shards);
  }

  /** Starts the setups that waited for this price source. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      await this.#owned.settled();
      const rows = await findRunning(this.#deps.db.sql, this.#owned.all);
      await this.#registry.open(
        rows.filter((row) => this.#registry.marketOf(row).source === source && !this.#registry.runs.has(row.id)),
        this.#publisher,
      );
    } catch (error) {
      const { log, clock } = this.#deps;
      log.warn({ err: error, source }, 'setups of a market that came within reach are opened again in a moment');
      this.#cancels.push(clock.after(OPEN_AGAIN_MS, () => void this.#marketOpened(source)));
    }
  }

  #end(run: SetupRun): void {
    for (const end of unsettledSignalsOf(run, this.#registry.marketOf(run.row).source)) this.#unsettled.add(end);
    this.#registry.remove(run);
  }

  /**
   * Settles a signal without an outcome that no running setup settles, because it is of another version or was lost in
   * a crash.
   */
  #settleLater(signal: UndecidedSignal): void {
    const { ownerId, entryTimeMs } = signal;
    const run = this.#registry.runs.get(ownerId);
    const isOfOwnVersion = run?.row.version === signal.version;
    const isFollowed =
      isOfOwnVersion && run?.membership.fold.pendingSignals.some(({ entryTime }) => entryTime === entryTimeMs);
    if (!isFollowed && this.#journal.awaitsOutcome(ownerId, entryTimeMs))
      this.#unsettled.add(toUnsettledSignal(signal));
  }
}

import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { RowReconciler } from '#platform/cluster/row-reconciler.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { CANDLE_CLOSED, MARKET_OPENED, TICK } from '../market-data/index.ts';
import { SignalJournal, type UndecidedSignal, UnsettledSignals } from '../signals/index.ts';
import type { AutomationRow, AutomationRun, EvaluationGroup } from './automation.ts';
import type { AutomationKind } from './automation-kind.ts';
import type { AutomationMarket, EngineDeps } from './deps.ts';
import { MarketDispatcher } from './market-dispatcher.ts';
import { AutomationReloader } from './reloader.ts';
import { RunRegistry } from './run-registry.ts';
import { toUnsettledSignal, unsettledSignalsOf } from './unsettled.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const SWEEP_MS = durationMs(60_000);
const OPEN_AGAIN_MS = durationMs(5_000);
/** Longest time that the caller of a change waits for the history of the automation. */
const APPLY_MAX_MS = durationMs(2_000);

/**
 * Runs the active automations of one kind (setups or strategies), for the users whose shards this process owns. Replays
 * the stored history first, then continues on the live market. Settles the signals of automations that stop, and
 * publishes every signal through the journal.
 */
export class AutomationEngine<
  Stored extends AutomationRow,
  Run extends AutomationRun<Group>,
  Group extends EvaluationGroup<Run>,
  Market extends AutomationMarket,
> {
  readonly owned: OwnedShards;
  readonly registry: RunRegistry<Stored, Run, Group, Market>;
  readonly market: MarketDispatcher<Run, Group>;
  readonly journal: SignalJournal;
  readonly #deps: EngineDeps<Market>;
  readonly #kind: AutomationKind<Stored, Run, Group, Market>;
  readonly #reloader: AutomationReloader<Stored>;
  readonly #reconciler: RowReconciler;
  readonly #unsettled: UnsettledSignals;
  readonly #served = new Map<Shard, Cancel>();
  #cancels: Cancel[] = [];
  #reconciling: Promise<void> = Promise.resolve();

  constructor(deps: EngineDeps<Market>, kind: AutomationKind<Stored, Run, Group, Market>) {
    const { clock, log, markets, db } = deps;
    this.#deps = deps;
    this.#kind = kind;
    this.owned = new OwnedShards(kind.leases, deps, {
      start: (shards) => this.#startShards(shards),
      stop: (shards) => this.#stopShards(shards),
    });
    this.registry = new RunRegistry(deps, kind);
    this.market = new MarketDispatcher({
      clock,
      markets,
      streams: this.registry.streams,
      ...(kind.onCandle !== undefined && { onCandle: kind.onCandle }),
    });
    this.journal = new SignalJournal({ ...deps, owned: this.owned }, kind.name, kind.listener);
    this.#unsettled = new UnsettledSignals({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.journal.settle(outcome),
    });
    this.#reloader = new AutomationReloader({
      clock,
      log,
      find: (id) => kind.stored.runningOne(db.sql, id),
      engine: this,
    });
    this.#reconciler = new RowReconciler({
      sql: db.sql,
      clock,
      log,
      owned: this.owned,
      stored: kind.stored,
      running: {
        ids: () => this.registry.runs.keys(),
        updatedAt: (id) => this.registry.wanted.get(id)?.updated_at,
        close: (id) => this.close(id),
        reload: (id) => this.reload(id),
      },
    });
  }

  /**
   * Resolves when the automations of the shards acquired at the start run live. Market events during the start are not
   * lost.
   */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.market.onCandle(message)),
      bus.subscribe(TICK, (message) => this.market.onTick(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#marketOpened(source)),
      bus.onReconnected(() => this.#reconcile()),
      clock.every(CLOCK_INTERVAL_MS, () => this.market.advanceClock()),
      clock.every(SWEEP_MS, () => this.#reconcile()),
    ];
    this.#unsettled.start();
    await this.owned.start();
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#reloader.stop();
    this.registry.stop();
    this.#unsettled.stop();
    await this.journal.stop();
    await this.owned.stop();
  }

  /** Resolves when every signal found so far is stored, and every readable history is replayed. */
  async drained(): Promise<void> {
    await this.owned.settled();
    await this.#reconciling;
    await this.registry.settled();
    await this.journal.drained();
  }

  /**
   * Reads an automation as it is stored now, and starts, updates or stops it accordingly. Resolves when that is done.
   */
  async reload(id: string): Promise<void> {
    // A shard that is starting may have read rows from before the change.
    await this.owned.settled();
    await this.#reloader.reload(id);
  }

  /**
   * Runs an automation as it is stored now. The caller first commits the change. Resolves when the history of the
   * automation is replayed.
   * If this version already runs, only its name and switches are updated. If another version runs, it is replaced. If
   * the automation belongs to another process, it is stopped here.
   */
  async open(row: Stored): Promise<void> {
    if (!this.owned.has(row.user_id)) return this.close(row.id);
    const { runs, wanted } = this.registry;
    const before = wanted.get(row.id);
    wanted.set(row.id, this.#kind.rowOf(row));
    const run = runs.get(row.id);
    if (run !== undefined && run.row.version === row.version) run.row = this.#kind.rowOf(row);
    if (before?.version === row.version) return;
    if (run !== undefined) this.#end(run);
    await this.registry.open([row]);
  }

  /** Stops an automation. The engine still settles its published signals. */
  close(id: string): void {
    this.registry.wanted.delete(id);
    const run = this.registry.runs.get(id);
    if (run !== undefined) this.#end(run);
  }

  /** Compares the running automations with the stored ones, after any comparison in progress. */
  #reconcile(): void {
    this.#reconciling = this.#reconciling.then(() => this.#reconciler.reconcile());
  }

  /** Resolves when a change is applied, or after the longest wait. The change is then applied in the background. */
  #apply(id: string): Promise<null> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(APPLY_MAX_MS, () => resolve(null));
      void this.reload(id).then(() => {
        cancel();
        resolve(null);
      });
    });
  }

  /** Replays the stored history of every automation of these shards, then runs the automations live. */
  async #startShards(shards: readonly Shard[]): Promise<void> {
    const { calls, db } = this.#deps;
    const { edited, stored, rowOf, onShardsAcquired } = this.#kind;
    for (const shard of shards)
      this.#served.set(
        shard,
        calls.serve(edited, shard, ({ id }) => this.#apply(id)),
      );
    onShardsAcquired?.(shards);
    const undecided = await this.journal.load(shards);
    const rows = await stored.running(db.sql, shards);
    for (const row of rows) this.registry.wanted.set(row.id, rowOf(row));
    await this.registry.open(rows);
    await this.journal.drained();
    for (const signal of undecided) this.#settleLater(signal);
  }

  /**
   * Stops the automations of these shards. Their next lease holder continues from the saved state. If both processes
   * find the same signal, it is stored once.
   */
  async #stopShards(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) this.#served.get(shard)?.();
    for (const shard of shards) this.#served.delete(shard);
    const isTheirs = ({ user_id }: AutomationRow) => shards.includes(shardOf(user_id));
    const { runs, wanted } = this.registry;
    const theirs = [...runs.values()].filter(({ row }) => isTheirs(row));
    await this.#kind.onShardsReleased?.(shards, theirs);
    for (const row of Array.from(wanted.values())) if (isTheirs(row)) wanted.delete(row.id);
    for (const run of Array.from(runs.values())) if (isTheirs(run.row)) this.registry.remove(run);
    await this.journal.release(shards);
  }

  /** Starts the automations that waited for this price source. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      await this.owned.settled();
      const rows = await this.#kind.stored.running(this.#deps.db.sql, this.owned.all);
      const { registry } = this;
      await registry.open(rows.filter((row) => registry.marketOf(row).source === source && !registry.runs.has(row.id)));
    } catch (error) {
      const { log, clock } = this.#deps;
      log.warn({ err: error, source }, 'automations of a market that became available are opened again soon');
      this.#cancels.push(clock.after(OPEN_AGAIN_MS, () => void this.#marketOpened(source)));
    }
  }

  #end(run: Run): void {
    for (const signal of unsettledSignalsOf(run, this.registry.marketOf(run.row).source)) this.#unsettled.add(signal);
    this.registry.remove(run);
  }

  /**
   * Settles a signal without an outcome that no running automation will settle. The signal belongs to another version,
   * or its automation was lost in a crash.
   */
  #settleLater(signal: UndecidedSignal): void {
    const { ownerId, entryTimeMs } = signal;
    const run = this.registry.runs.get(ownerId);
    const isOfOwnVersion = run?.row.version === signal.version;
    const isFollowed = isOfOwnVersion && run?.pendingSignals.some(({ entryTime }) => entryTime === entryTimeMs);
    if (!isFollowed && this.journal.awaitsOutcome(ownerId, entryTimeMs)) this.#unsettled.add(toUnsettledSignal(signal));
  }
}

import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { OwnedShards } from '#platform/ownership/owned-shards.ts';
import { type Shard, shardOf } from '#platform/ownership/shard.ts';
import { StoredSweep } from '#platform/ownership/stored-sweep.ts';
import { CANDLE_CLOSED, MARKET_OPENED, TICK } from '../market-data/index.ts';
import { LooseEnds, SignalJournal, type UndecidedSignal } from '../signals/index.ts';
import type { PcrDeps } from './deps.ts';
import { EngineDoor } from './engine-door.ts';
import { EventLog } from './event-log.ts';
import { MarketIntake } from './market-intake.ts';
import { findEdited, findKept, findRunning, type SetupRow } from './pcr.repository.ts';
import { Roster } from './roster.ts';
import { RunReporter } from './run-reporter.ts';
import type { EngineHealth, RunningSetups } from './running-setups.ts';
import { RunningSync } from './running-sync.ts';
import { debugOf, sequencesOf } from './running-views.ts';
import { findById } from './setup.repository.ts';
import { SetupOpener } from './setup-opener.ts';
import { type RunningRow, type SetupCounters, type SetupRun, toRunningRow } from './setup-run.ts';
import { SignalOutlet } from './signal-outlet.ts';
import { SignalTeller } from './signal-teller.ts';
import { StateKeeper } from './state-keeper.ts';
import { looseEndOf, looseEndsOf } from './to-loose-end.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const SWEEP_MS = durationMs(60_000);
const OPEN_AGAIN_MS = durationMs(5_000);

/** Runs the active setups of the shards it owns over the live market; the past it starts from is the stored one. */
export class PcrEngine implements RunningSetups {
  readonly #deps: PcrDeps;
  readonly #owned: OwnedShards;
  readonly #roster: Roster;
  readonly #opener: SetupOpener;
  readonly #intake: MarketIntake;
  readonly #door: EngineDoor;
  readonly #sync: RunningSync;
  readonly #sweep: StoredSweep;
  readonly #journal: SignalJournal;
  readonly #keeper: StateKeeper;
  readonly #looseEnds: LooseEnds;
  readonly #events = new EventLog();
  #cancels: Cancel[] = [];

  constructor(deps: PcrDeps) {
    const { clock, log, markets, db, bus } = deps;
    const teller = new SignalTeller(deps);
    const roster = new Roster(markets);
    const events = this.#events;
    const owned = new OwnedShards('pcr', deps.ownership, {
      take: (shards) => this.#take(shards),
      giveUp: (shards) => this.#giveUp(shards),
    });
    this.#deps = deps;
    this.#owned = owned;
    this.#roster = roster;
    this.#intake = new MarketIntake({ ...deps, streams: roster.streams, events });
    this.#door = new EngineDoor(deps.calls, this);
    this.#sync = new RunningSync({ clock, log, find: (id) => findById(db.sql, id), engine: this });
    this.#sweep = new StoredSweep({
      ...{ sql: db.sql, clock, log, owned },
      stored: { kept: findKept, edited: findEdited },
      running: {
        ids: () => roster.runs.keys(),
        updatedAt: (id) => roster.wanted.get(id)?.updated_at,
        close: (id) => this.close(id),
        follow: (id) => this.follow(id),
      },
    });
    this.#journal = new SignalJournal({ ...deps, owned }, 'pcr', teller);
    const outlet = new SignalOutlet({ markets, journal: this.#journal, teller });
    this.#opener = new SetupOpener({ ...deps, roster, reporter: new RunReporter({ bus, roster, outlet, events }) });
    this.#keeper = new StateKeeper({ ...deps, owned, runs: roster.runs });
    this.#looseEnds = new LooseEnds({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.#journal.settle(outcome),
    });
  }

  /** Assets in a timeframe that some setup looks at. */
  get streams(): number {
    return this.#roster.streams.size;
  }

  get lastCandleAtMs(): number | null {
    return this.#intake.lastCandleAtMs;
  }

  health(): EngineHealth {
    return { streams: this.streams, lastCandleAtMs: this.lastCandleAtMs };
  }

  /** Resolves once what it could have of the shards at first runs live; what happens meanwhile is not missed. */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#intake.takeCandle(message)),
      bus.subscribe(TICK, (message) => this.#intake.takeTick(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#marketOpened(source)),
      bus.onReconnected(() => void this.#sweep.sweep()),
      clock.every(CLOCK_INTERVAL_MS, () => this.#intake.advanceClock()),
      clock.every(SWEEP_MS, () => void this.#sweep.sweep()),
    ];
    this.#looseEnds.start();
    this.#keeper.start();
    await this.#owned.start();
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#sync.stop();
    this.#looseEnds.stop();
    this.#keeper.stop();
    await this.#journal.stop();
    await this.#owned.stop();
  }

  /** Resolves once everything found so far is stored. */
  async drained(): Promise<void> {
    await this.#owned.settled();
    await this.#journal.drained();
  }

  async follow(setupId: string): Promise<void> {
    // What a shard begins with may be older than the change.
    await this.#owned.settled();
    await this.#sync.follow(setupId);
  }

  async open(row: SetupRow): Promise<void> {
    if (!row.is_active || !this.#owned.has(row.user_id)) return this.close(row.id);
    const before = this.#roster.wanted.get(row.id);
    this.#roster.wanted.set(row.id, toRunningRow(row));
    const run = this.#roster.runs.get(row.id);
    if (before?.version === row.version) {
      if (run !== undefined) run.row = toRunningRow(row);
      return;
    }
    if (run !== undefined) this.#end(run);
    await this.#opener.openWithin([row]);
  }

  close(setupId: string): void {
    this.#roster.wanted.delete(setupId);
    const run = this.#roster.runs.get(setupId);
    if (run !== undefined) this.#end(run);
  }

  rejections(setupId: string): readonly RejectionView[] {
    return this.#roster.runs.get(setupId)?.rejections.views(setupId) ?? [];
  }

  counters(setupId: string): SetupCounters | null {
    return this.#roster.runs.get(setupId)?.counters ?? null;
  }

  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[] {
    return sequencesOf(this.#roster, isWanted);
  }

  debug(setupId: string, after: number): PcrDebug | null {
    return debugOf(this.#roster, setupId, () => this.#events.since(setupId, after), {
      last_candle_at: this.lastCandleAtMs === null ? null : new Date(this.lastCandleAtMs).toISOString(),
      evaluation_ms: this.#intake.latencies.summary(),
      journal_waiting: this.#journal.waiting,
    });
  }

  /** Folds the stored past of every setup of these shards, then goes on live. */
  async #take(shards: readonly Shard[]): Promise<void> {
    this.#door.open(shards);
    const undecided = await this.#journal.load(shards);
    const rows = await findRunning(this.#deps.db.sql, shards);
    for (const row of rows) this.#roster.wanted.set(row.id, toRunningRow(row));
    await this.#opener.openWithin(rows);
    await this.#journal.drained();
    for (const signal of undecided) this.#tieUp(signal);
  }

  /** Somebody else goes on where these are saved: what he finds again of what is found here meanwhile is stored once. */
  async #giveUp(shards: readonly Shard[]): Promise<void> {
    this.#door.close(shards);
    const isTheirs = ({ user_id }: Pick<SetupRow, 'user_id'>) => shards.includes(shardOf(user_id));
    await this.#keeper.save(
      [...this.#roster.runs.values()].filter(({ row }) => isTheirs(row)).map(({ row }) => row.id),
    );
    for (const row of [...this.#roster.wanted.values()]) if (isTheirs(row)) this.#roster.wanted.delete(row.id);
    for (const run of [...this.#roster.runs.values()]) if (isTheirs(run.row)) this.#roster.remove(run);
    await this.#journal.letGo(shards);
  }

  /** A source has come within reach: what waited for it begins. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      await this.#owned.settled();
      const rows = await findRunning(this.#deps.db.sql, this.#owned.all);
      await this.#opener.openWithin(
        rows.filter((row) => this.#roster.marketOf(row).source === source && !this.#roster.runs.has(row.id)),
      );
    } catch (error) {
      const { log, clock } = this.#deps;
      log.warn({ err: error, source }, 'setups of a market that came within reach are opened again in a moment');
      this.#cancels.push(clock.after(OPEN_AGAIN_MS, () => void this.#marketOpened(source)));
    }
  }

  #end(run: SetupRun): void {
    for (const end of looseEndsOf(run, this.#roster.marketOf(run.row).source)) this.#looseEnds.add(end);
    this.#roster.remove(run);
  }

  /** A signal without an outcome that no running setup follows: of another version, or lost in a crash. */
  #tieUp(signal: UndecidedSignal): void {
    const { ownerId, entryTimeMs } = signal;
    const run = this.#roster.runs.get(ownerId);
    const isOfOwnVersion = run?.row.version === signal.version;
    const isFollowed =
      isOfOwnVersion && run?.place.fold.pendingSignals.some(({ entryTime }) => entryTime === entryTimeMs);
    if (!isFollowed && this.#journal.awaits(ownerId, entryTimeMs)) this.#looseEnds.add(looseEndOf(signal));
  }
}

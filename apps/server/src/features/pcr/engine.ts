import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { CLOCK_GRACE_MS } from '@vigia/core/candles';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { RejectedCandidate, Sequence, Settlement, Signal } from '@vigia/core/pcr';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { OwnedShards } from '#platform/ownership/owned-shards.ts';
import { type Shard, shardOf } from '#platform/ownership/shard.ts';
import {
  CANDLE_CLOSED,
  type CandleClosedMessage,
  MARKET_OPENED,
  TICK,
  type TickMessage,
} from '../market-data/index.ts';
import { LooseEnds, SignalJournal, type UndecidedSignal } from '../signals/index.ts';
import { debugView } from './debug-view.ts';
import type { PcrDeps, PcrMarket } from './deps.ts';
import { EngineDoor } from './engine-door.ts';
import { EventLog } from './event-log.ts';
import { Latencies } from './latencies.ts';
import { type Opened, openRuns } from './open-runs.ts';
import { findEdited, findKept, findRunning, type SetupRow } from './pcr.repository.ts';
import type { EngineHealth, RunningSetups } from './running-setups.ts';
import { RunningSync } from './running-sync.ts';
import type { GroupContext, SequenceGroup } from './sequence-group.ts';
import { findById } from './setup.repository.ts';
import { type RunListener, type RunningRow, type SetupCounters, type SetupRun, toRunningRow } from './setup-run.ts';
import { SignalOutlet } from './signal-outlet.ts';
import { SignalTeller } from './signal-teller.ts';
import { StateKeeper } from './state-keeper.ts';
import type { Stream } from './stream.ts';
import { StreamIndex } from './stream-index.ts';
import { looseEndOf, looseEndsOf } from './to-loose-end.ts';
import { SEQUENCE_FOUND } from './topics.ts';
import { type TrackedZone, toSequenceView } from './views.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const SWEEP_MS = durationMs(60_000);
const OPEN_AGAIN_MS = durationMs(5_000);
/** A change is looked for so much longer than since the last look: clocks differ, and commits take their time. */
const EDITS_OVERLAP_MS = 120_000;
const BASIS_POINTS = 10_000;
/** Sequences in memory for screens: of one group, and of all together. */
const SEQUENCES_OF_GROUP = { min: 8, max: 200 } as const;
const SEQUENCES_IN_ALL = 100_000;
/** Told to one person at once: of many setups each has its share, or a poll would weigh megabytes. */
const SEQUENCES_TOLD = 1_000;

/** Runs the active setups of the shards it owns over the live market; the past it starts from is the stored one. */
export class PcrEngine implements RunningSetups {
  readonly #deps: PcrDeps;
  readonly #owned: OwnedShards;
  readonly #door: EngineDoor;
  readonly #sync: RunningSync;
  readonly #journal: SignalJournal;
  readonly #outlet: SignalOutlet;
  readonly #keeper: StateKeeper;
  readonly #looseEnds: LooseEnds;
  readonly #events = new EventLog();
  readonly #latencies = new Latencies();
  readonly #streams = new StreamIndex();
  readonly #runs = new Map<string, SetupRun>();
  /** Setups that are to run, also while their past is still being read. */
  readonly #wanted = new Map<string, RunningRow>();
  readonly #hear: RunListener;
  #cancels: Cancel[] = [];
  #lastCandleAtMs: number | null = null;
  #lookedMs: number;

  constructor(deps: PcrDeps) {
    const { clock, log, markets, db } = deps;
    const teller = new SignalTeller(deps);
    const owned = new OwnedShards('pcr', deps.ownership, {
      take: (shards) => this.#take(shards),
      giveUp: (shards) => this.#giveUp(shards),
    });
    this.#deps = deps;
    this.#owned = owned;
    this.#lookedMs = clock.now();
    this.#door = new EngineDoor(deps.calls, this);
    this.#sync = new RunningSync({ clock, log, find: (id) => findById(db.sql, id), engine: this });
    this.#journal = new SignalJournal({ ...deps, owned }, 'pcr', teller);
    this.#outlet = new SignalOutlet({ markets, journal: this.#journal, teller });
    this.#keeper = new StateKeeper({ ...deps, owned, runs: this.#runs });
    this.#looseEnds = new LooseEnds({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.#journal.settle(outcome),
    });
    this.#hear = {
      onSignal: (run, signal) => this.#onSignal(run, signal),
      onSettlement: (run, settlement) => this.#onSettlement(run, settlement),
      onZone: (run, tracked) => this.#onZone(run, tracked),
      onRejected: (run, candidate) => this.#onRejected(run, candidate),
    };
  }

  /** Assets in a timeframe that some setup looks at. */
  get streams(): number {
    return this.#streams.size;
  }

  get lastCandleAtMs(): number | null {
    return this.#lastCandleAtMs;
  }

  health(): EngineHealth {
    return { streams: this.streams, lastCandleAtMs: this.#lastCandleAtMs };
  }

  /** Resolves once what it could have of the shards at first runs live; what happens meanwhile is not missed. */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#takeCandle(message)),
      bus.subscribe(TICK, (message) => this.#takeTick(message)),
      bus.subscribe(MARKET_OPENED, ({ source }) => void this.#marketOpened(source)),
      bus.onReconnected(() => void this.#sweep()),
      clock.every(CLOCK_INTERVAL_MS, () => this.#advanceClock()),
      clock.every(SWEEP_MS, () => void this.#sweep()),
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
    const before = this.#wanted.get(row.id);
    this.#wanted.set(row.id, toRunningRow(row));
    const run = this.#runs.get(row.id);
    if (before?.version === row.version) {
      if (run !== undefined) run.row = toRunningRow(row);
      return;
    }
    if (run !== undefined) this.#end(run);
    await this.#openWithin([row]);
  }

  close(setupId: string): void {
    this.#wanted.delete(setupId);
    const run = this.#runs.get(setupId);
    if (run !== undefined) this.#end(run);
  }

  rejections(setupId: string): readonly RejectionView[] {
    return this.#runs.get(setupId)?.rejections.views(setupId) ?? [];
  }

  counters(setupId: string): SetupCounters | null {
    return this.#runs.get(setupId)?.counters ?? null;
  }

  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[] {
    const runs = [...this.#runs.values()].filter(({ row }) => isWanted(row));
    const share = Math.ceil(SEQUENCES_TOLD / Math.max(1, runs.length));
    return runs
      .flatMap((run) => sequencesOf(run, share))
      .toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
  }

  debug(setupId: string, after: number): PcrDebug | null {
    const run = this.#runs.get(setupId);
    const stream = run && this.#streamOf(run.row);
    if (run === undefined || stream === undefined) return null;
    return debugView(run, {
      ...{ stream, sequences: sequencesOf(run), events: this.#events.since(setupId, after) },
      condition: this.#marketOf(run.row).condition(run.row.asset),
      engine: {
        streams: this.streams,
        setups: this.#runs.size,
        last_candle_at: this.#lastCandleAtMs === null ? null : new Date(this.#lastCandleAtMs).toISOString(),
        evaluation_ms: this.#latencies.summary(),
        journal_waiting: this.#journal.waiting,
        restored_from: run.restoredFrom,
      },
    });
  }

  /** Folds the stored past of every setup of these shards, then goes on live. */
  async #take(shards: readonly Shard[]): Promise<void> {
    this.#door.open(shards);
    const undecided = await this.#journal.load(shards);
    const rows = await findRunning(this.#deps.db.sql, shards);
    for (const row of rows) this.#wanted.set(row.id, toRunningRow(row));
    await this.#openWithin(rows);
    await this.#journal.drained();
    for (const signal of undecided) this.#tieUp(signal);
  }

  /** Somebody else goes on where these are saved: what he finds again of what is found here meanwhile is stored once. */
  async #giveUp(shards: readonly Shard[]): Promise<void> {
    this.#door.close(shards);
    const isTheirs = ({ user_id }: Pick<SetupRow, 'user_id'>) => shards.includes(shardOf(user_id));
    await this.#keeper.save([...this.#runs.values()].filter(({ row }) => isTheirs(row)).map(({ row }) => row.id));
    for (const row of [...this.#wanted.values()]) if (isTheirs(row)) this.#wanted.delete(row.id);
    for (const run of [...this.#runs.values()]) if (isTheirs(run.row)) this.#remove(run);
    await this.#journal.letGo(shards);
  }

  /** Those whose market is within reach; the others begin once it is. */
  async #openWithin(rows: readonly SetupRow[]): Promise<void> {
    const groups = new Map<string, SetupRow[]>();
    for (const row of rows) {
      const market = this.#marketOf(row);
      if (market.asset(row.asset) === undefined) continue;
      const place = `${market.source} ${row.asset}`;
      groups.set(place, [...(groups.get(place) ?? []), row]);
    }
    for (const group of groups.values()) await this.#openAll(group);
  }

  /** A source has come within reach: what waited for it begins. */
  async #marketOpened(source: PriceSource): Promise<void> {
    try {
      await this.#owned.settled();
      const rows = await findRunning(this.#deps.db.sql, this.#owned.all);
      await this.#openWithin(rows.filter((row) => this.#marketOf(row).source === source && !this.#runs.has(row.id)));
    } catch (error) {
      const { log, clock } = this.#deps;
      log.warn({ err: error, source }, 'setups of a market that came within reach are opened again in a moment');
      this.#cancels.push(clock.after(OPEN_AGAIN_MS, () => void this.#marketOpened(source)));
    }
  }

  #marketOf({ price_source }: Pick<RunningRow, 'price_source'>): PcrMarket {
    return this.#deps.markets.at(price_source);
  }

  #streamOf(row: RunningRow): Stream | undefined {
    return this.#streams.find(this.#marketOf(row).source, row.asset, row.timeframe);
  }

  /** Opens setups of one asset of one market together: they share its history, and evaluations where they can. */
  async #openAll(rows: readonly SetupRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { asset } = first;
    const market = this.#marketOf(first);
    const begun = [...new Set(rows.map(({ timeframe }) => timeframe))].map((timeframe) => {
      const stream = this.#streams.findOrMake(market.source, asset, timeframe);
      return { timeframe, stream, opening: stream.beginOpening() };
    });
    let opened: ReadonlyMap<Timeframe, Opened> = new Map();
    try {
      opened = await openRuns({ ...this.#deps, market }, asset, rows, this.#hear, this.#context(market, asset));
    } finally {
      for (const { timeframe, stream, opening } of begun) {
        const { groups = [], past = null } = opened.get(timeframe) ?? {};
        for (const group of groups) for (const run of group.runs) this.#admit(group, run);
        stream.endOpening(opening, groups, past);
        this.#streams.dropIdle(stream);
      }
      for (const row of rows)
        if (!this.#runs.has(row.id) && this.#wanted.get(row.id)?.version === row.version) this.#wanted.delete(row.id);
    }
  }

  /** A setup that was changed or switched off while its past was folded does not run. */
  #admit(group: SequenceGroup, run: SetupRun): void {
    const wanted = this.#wanted.get(run.row.id);
    if (wanted === undefined || wanted.version !== run.row.version) return group.remove(run);
    run.row = wanted;
    this.#runs.set(run.row.id, run);
  }

  #end(run: SetupRun): void {
    for (const end of looseEndsOf(run, this.#marketOf(run.row).source)) this.#looseEnds.add(end);
    this.#remove(run);
  }

  #remove(run: SetupRun): void {
    const stream = this.#streamOf(run.row);
    this.#runs.delete(run.row.id);
    stream?.close(run);
    if (stream !== undefined) this.#streams.dropIdle(stream);
  }

  /** Setups go with the account of their person, of which nobody tells; of a change that was told nobody may have heard. */
  async #sweep(): Promise<void> {
    const ids = [...this.#runs.keys()];
    try {
      const kept = new Set(await findKept(this.#deps.db.sql, ids));
      for (const id of ids) if (!kept.has(id)) this.close(id);
      await this.#findEdited();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'which setups are gone or changed is asked again in a minute');
    }
  }

  async #findEdited(): Promise<void> {
    const { db, clock } = this.#deps;
    const [nowMs, since] = [clock.now(), new Date(this.#lookedMs - EDITS_OVERLAP_MS)];
    for (const { id, updated_at, runs } of await findEdited(db.sql, this.#owned.all, since)) {
      const known = this.#wanted.get(id);
      const isFollowed = runs ? known?.updated_at.getTime() === updated_at.getTime() : known === undefined;
      if (!isFollowed) await this.follow(id);
    }
    this.#lookedMs = nowMs;
  }

  /** A signal without an outcome that no running setup follows: of another version, or lost in a crash. */
  #tieUp(signal: UndecidedSignal): void {
    const { ownerId, entryTimeMs } = signal;
    const run = this.#runs.get(ownerId);
    const isOfOwnVersion = run?.row.version === signal.version;
    const isFollowed =
      isOfOwnVersion && run?.place.fold.pendingSignals.some(({ entryTime }) => entryTime === entryTimeMs);
    if (!isFollowed && this.#journal.awaits(ownerId, entryTimeMs)) this.#looseEnds.add(looseEndOf(signal));
  }

  #context(market: PcrMarket, asset: string): GroupContext {
    const { min, max } = SEQUENCES_OF_GROUP;
    // By expiry, at the one candle close: thousands of setups ask at each.
    const quoted = new Map<number, number>();
    let quotedAtMs = NaN;
    return {
      sequencesKept: () => Math.min(max, Math.max(min, Math.floor(SEQUENCES_IN_ALL / this.#wanted.size))),
      payoutAt: (expiry, closeMs) => {
        if (closeMs !== quotedAtMs) quoted.clear();
        quotedAtMs = closeMs;
        // A source without a contract of that length pays nothing for it: its signals can only be watched.
        const payout = quoted.get(expiry) ?? (market.payoutBp(asset, expiry, closeMs) ?? 0) / BASIS_POINTS;
        quoted.set(expiry, payout);
        return payout;
      },
      onSequence: (group, sequence) => this.#onSequence(group, sequence),
    };
  }

  #takeCandle({ source, symbol, timeframe, candle, backfilled }: CandleClosedMessage): void {
    this.#lastCandleAtMs = this.#deps.clock.now();
    const stream = this.#streams.find(source, symbol, timeframe);
    if (stream === undefined) return;
    const startedMs = this.#deps.stopwatchMs();
    stream.takeCandle(candle, backfilled);
    this.#latencies.add(this.#deps.stopwatchMs() - startedMs);
    if (this.#events.isWatching) this.#events.addCandle(stream, candle, backfilled);
  }

  #takeTick({ source, symbol, timeMs, price, backfilled }: TickMessage): void {
    for (const stream of this.#streams.at(source, symbol)) stream.takeTick(timeMs, price, backfilled);
  }

  /** No further than the market vouches for: after a pause the ticks missed come first, and they decide. */
  #advanceClock(): void {
    const { clock, markets } = this.#deps;
    const nowMs = clock.now();
    for (const streams of this.#streams.places()) {
      const [first] = streams;
      const knownMs = first === undefined ? null : markets.knownThroughMs(first.source, first.symbol);
      if (knownMs === null) continue;
      for (const stream of streams) stream.advanceClock(Math.min(nowMs, knownMs + CLOCK_GRACE_MS));
    }
  }

  /** A valid sequence is told of once its zone is known, which follows at once. */
  #onSequence(group: SequenceGroup, sequence: Sequence): void {
    for (const run of group.runs) {
      if (run.isFolding) return;
      this.#events.add(run.row.id, sequence.breakingCandle.time * 1_000, 'sequence', () =>
        toSequenceView(run.row, sequence, null),
      );
      if (!sequence.isValid) this.#announce(run, sequence, null);
    }
  }

  #onZone(run: SetupRun, tracked: TrackedZone): void {
    if (run.isFolding) return;
    const { zone, state, endedAt } = tracked;
    this.#events.add(run.row.id, (endedAt ?? zone.createdAt) * 1_000, `zone_${state}`, () => ({
      ...zone.levels,
      extreme: zone.extreme,
    }));
    this.#announce(run, zone.sequence, tracked);
  }

  #onSignal(run: SetupRun, signal: Signal): void {
    const stream = this.#streamOf(run.row);
    const fault = this.#outlet.take(run, signal, stream?.isBackfilled ?? false);
    if (fault !== null) run.rejections.addUnfit(signal, fault, this.#marketOf(run.row).condition(run.row.asset).ageMs);
    if (run.isFolding) return;
    const detail = () => ({
      direction: signal.direction,
      entry_point: signal.entryPoint,
      entry_price: signal.entryPrice,
      refused: fault,
    });
    this.#events.add(run.row.id, signal.entryTime, 'signal', detail);
  }

  #onSettlement(run: SetupRun, settlement: Settlement): void {
    this.#outlet.settle(run, settlement);
    const { signal, outcome, settlePrice } = settlement;
    this.#events.add(run.row.id, signal.expirationTime, 'outcome', () => ({ outcome, settle_price: settlePrice }));
  }

  #onRejected(run: SetupRun, candidate: RejectedCandidate): void {
    run.rejections.addRefused(candidate);
    const { entryTime, direction, entryPoint, refusal } = candidate;
    this.#events.add(run.row.id, entryTime, 'rejected', () => ({ direction, entry_point: entryPoint, ...refusal }));
  }

  #announce({ row }: SetupRun, sequence: Sequence, tracked: TrackedZone | null): void {
    const view = () => toSequenceView(row, sequence, tracked);
    this.#deps.bus.publish(SEQUENCE_FOUND, { userId: row.user_id, sequence: view });
  }
}

/** The last `count`, newest first. */
const sequencesOf = (run: SetupRun, count: number = SEQUENCES_OF_GROUP.max): PcrSequenceView[] =>
  run.place.group.sequences
    .slice(-count)
    .map((sequence) => toSequenceView(run.row, sequence, run.zoneOf(sequence.breakingCandle.time)))
    .toReversed();

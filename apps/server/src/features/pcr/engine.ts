import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { CLOCK_GRACE_MS } from '@vigia/core/candles';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import { parsePcrSetup } from '@vigia/core/pcr';
import { CANDLE_CLOSED, type CandleClosedMessage, TICK, type TickMessage } from '../market-data/index.ts';
import type { PcrDeps } from './deps.ts';
import { findRunning, type SetupRow } from './pcr.repository.ts';
import type { RunningSetups, SetupCounters } from './running-setups.ts';
import { SetupRunner } from './setup-runner.ts';
import { SignalJournal } from './signal-journal.ts';
import { SEQUENCE_FOUND } from './topics.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const BASIS_POINTS = 10_000;

type Running = { readonly runner: SetupRunner; readonly journal: SignalJournal };

/** Runs every active setup over the live market; the past it starts from is the stored one. */
export class PcrEngine implements RunningSetups {
  readonly #deps: PcrDeps;
  #running: Running[] = [];
  #cancels: Cancel[] = [];
  /** What the market says while the past is still being read; null once the engine is up. */
  #waiting: (() => void)[] | null = [];
  #lastCandleAtMs: number | null = null;

  constructor(deps: PcrDeps) {
    this.#deps = deps;
  }

  get streams(): number {
    return this.#running.length;
  }

  get lastCandleAtMs(): number | null {
    return this.#lastCandleAtMs;
  }

  /** Sequences of the setups `isVisible` lets through, newest first. */
  sequences(isVisible: (setup: SetupRow) => boolean): PcrSequenceView[] {
    return this.#running
      .filter(({ runner }) => isVisible(runner.row))
      .flatMap(({ runner }) => runner.sequences)
      .toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
  }

  async open(row: SetupRow): Promise<void> {
    this.close(row.id);
    const running = row.is_active ? await this.#open(row) : null;
    if (running !== null) this.#running.push(running);
  }

  close(setupId: string): void {
    this.#running = this.#running.filter(({ runner }) => runner.row.id !== setupId);
  }

  rejections(): readonly RejectionView[] {
    return [];
  }

  debug(_setupId: string, _after: number): PcrDebug | null {
    return null;
  }

  counters(setupId: string): SetupCounters | null {
    const running = this.#running.find(({ runner }) => runner.row.id === setupId);
    if (running === undefined) return null;
    const { sequences } = running.runner;
    const zones = sequences.flatMap(({ zone }) => zone ?? []);
    return {
      sequences: sequences.length,
      validSequences: sequences.filter(({ is_valid }) => is_valid).length,
      zonesCreated: zones.length,
      zonesInvalidated: zones.filter(({ state }) => state === 'invalidated').length,
      zonesLive: zones.filter(({ state }) => state === 'live').length,
    };
  }

  /** Folds the stored past of every setup, then goes on live; what happens in between is not missed. */
  async start(): Promise<void> {
    const { bus, clock, db } = this.#deps;
    this.#cancels = [
      bus.subscribe(CANDLE_CLOSED, (message) => this.#whenReady(() => this.#takeCandle(message))),
      bus.subscribe(TICK, (message) => this.#whenReady(() => this.#takeTick(message))),
      clock.every(CLOCK_INTERVAL_MS, () => this.#advanceClock()),
    ];
    const opened = await Promise.all((await findRunning(db.sql)).map((row) => this.#open(row)));
    this.#running = opened.filter((running) => running !== null);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const take of waiting) take();
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await Promise.all(this.#running.map(({ journal }) => journal.stop()));
  }

  /** Resolves once everything found so far is stored. */
  async drained(): Promise<void> {
    await Promise.all(this.#running.map(({ journal }) => journal.drained()));
  }

  /** null for a setup stored under rules that have changed since: it must not keep the others from running. */
  async #open(row: SetupRow): Promise<Running | null> {
    const parsed = parsePcrSetup(row.definition);
    if (!parsed.ok) {
      this.#deps.log.error(
        { setup: row.id, fault: parsed.error },
        'a stored setup is not valid any more: it does not run',
      );
      return null;
    }
    const { market } = this.#deps;
    const journal = new SignalJournal(this.#deps, row, parsed.value.trigger);
    await journal.open();
    // A source without a contract of that length pays nothing for it: its signals can only be watched.
    const payoutAt = (closeMs: number) =>
      (market.payoutBp(row.asset, parsed.value.expiry, closeMs) ?? 0) / BASIS_POINTS;
    // Ticks of the minute under way came before anybody listened here; the newest of them is what an outcome may hang on.
    const latest = market.latest(row.asset);
    const runner = new SetupRunner(row, parsed.value, payoutAt, {
      onSequence: (sequence) => this.#announceSequence(row.user_id, sequence),
      onSignal: (signal, isLive) => {
        if (isLive) journal.publish(signal);
      },
      onSettlement: (settlement) => journal.settle(settlement),
    });
    runner.foldHistory(await market.history1m(row.asset, Math.max(row.anchor_time, market.historyFloor())));
    if (latest !== null) runner.takeTick(latest.timeMs, latest.price, false);
    return { runner, journal };
  }

  /** While the past is folded there is nobody to tell: what it found is read from the API. */
  #announceSequence(userId: string | null, sequence: PcrSequenceView): void {
    if (this.#waiting === null) this.#deps.bus.publish(SEQUENCE_FOUND, { userId, sequence });
  }

  #whenReady(take: () => void): void {
    if (this.#waiting === null) take();
    else this.#waiting.push(take);
  }

  #takeCandle({ symbol, timeframe, candle, backfilled }: CandleClosedMessage): void {
    this.#lastCandleAtMs = this.#deps.clock.now();
    for (const { runner } of this.#running) {
      if (runner.row.asset !== symbol || runner.row.timeframe !== timeframe) continue;
      runner.takeCandle(candle, !backfilled);
    }
  }

  #takeTick({ symbol, timeMs, price, backfilled }: TickMessage): void {
    for (const { runner } of this.#running) {
      if (runner.row.asset === symbol) runner.takeTick(timeMs, price, !backfilled);
    }
  }

  /** No further than the market vouches for: after a pause the ticks missed come first, and they decide. */
  #advanceClock(): void {
    if (this.#waiting !== null) return;
    const { clock, market } = this.#deps;
    const nowMs = clock.now();
    for (const { runner } of this.#running) {
      const knownMs = market.knownThroughMs(market.source, runner.row.asset);
      if (knownMs !== null) runner.advanceClock(Math.min(nowMs, knownMs + CLOCK_GRACE_MS));
    }
  }
}

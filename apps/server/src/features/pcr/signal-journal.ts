import type { PcrSignalView } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import type { Settlement, Signal } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { PcrDeps } from './deps.ts';
import {
  findChainEnd,
  findSignal,
  findUndecided,
  insertOutcome,
  insertSignal,
  type SetupRow,
} from './pcr.repository.ts';
import { sealOf } from './seal.ts';
import { toSignalBody } from './signal-body.ts';
import { SIGNAL_CHANGED } from './topics.ts';
import { toSignalView } from './views.ts';

const RETRY_MS = durationMs(1_000);

/**
 * Writes one setup's signals, in order, sealed and stored before anybody is told. While the database is away entries
 * wait and are tried again; nothing is skipped, for each seal holds the one before.
 */
export class SignalJournal {
  readonly #deps: PcrDeps;
  readonly #setup: SetupRow;
  /** Ids of stored signals without an outcome, by entry time: a setup has at most one signal a candle. */
  readonly #undecided = new Map<number, string>();
  #tail: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(deps: PcrDeps, setup: SetupRow) {
    this.#deps = deps;
    this.#setup = setup;
  }

  /** Learns which stored signals still wait for their outcome. */
  async open(): Promise<void> {
    for (const { id, body } of await findUndecided(this.#deps.db.sql, this.#setup.id)) {
      this.#undecided.set(body.entry_time_ms, id);
    }
  }

  /** Seals, stores and publishes a signal just found. */
  publish(signal: Signal): void {
    this.#enqueue(async () => {
      const id = await this.#store(signal);
      if (id === null) return;
      this.#undecided.set(signal.entryTime, id);
      await this.#announce(id);
    });
  }

  /** Stores and publishes how a signal ended; one that was never published is nobody's business. */
  settle({ signal, outcome, settlePrice }: Settlement): void {
    this.#enqueue(async () => {
      const signalId = this.#undecided.get(signal.entryTime);
      if (signalId === undefined) return;
      await insertOutcome(this.#deps.db.sql, { signalId, outcome, settlePrice, nowMs: this.#deps.clock.now() });
      this.#undecided.delete(signal.entryTime);
      await this.#announce(signalId);
    });
  }

  /** Resolves once all that was handed in is written, or the journal has been stopped. */
  drained(): Promise<void> {
    return this.#tail;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#tail;
  }

  async #store(signal: Signal): Promise<string | null> {
    const { db, ids, clock, market } = this.#deps;
    const { id: setupId, asset, timeframe } = this.#setup;
    const end = await findChainEnd(db.sql, setupId);
    const body = toSignalBody(signal, { setupId, asset, timeframe, source: market.source });
    const id = ids.next();
    const isStored = await insertSignal(db.sql, {
      id,
      seq: end.seq + 1,
      candleTime: signal.entryTime / 1_000 - TIMEFRAME_SECONDS[timeframe],
      body,
      previousHash: end.hash,
      hash: sealOf(end.hash, body),
      publishedAtMs: clock.now(),
    });
    return isStored ? id : null;
  }

  async #announce(id: string): Promise<void> {
    const stored = await findSignal(this.#deps.db.sql, id);
    if (stored === null) return;
    const currentPrice = this.#deps.market.latest(this.#setup.asset)?.price ?? null;
    const signal: PcrSignalView = toSignalView(stored, currentPrice);
    this.#deps.bus.publish(SIGNAL_CHANGED, { userId: stored.user_id, signal });
  }

  #enqueue(write: () => Promise<void>): void {
    this.#tail = this.#tail.then(() => this.#untilWritten(write));
  }

  async #untilWritten(write: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      try {
        return await write();
      } catch (error) {
        this.#deps.log.warn({ err: error, setup: this.#setup.id }, 'signal journal is waiting for the database');
        await new Promise<void>((resolve) => this.#deps.clock.after(RETRY_MS, resolve));
      }
    }
  }
}

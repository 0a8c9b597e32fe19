import type { PcrSignalView } from '@vigia/contract';
import { bucketOf } from '@vigia/core/candles';
import { durationMs } from '@vigia/core/kernel';
import type { Settlement, Signal } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS, type Trigger } from '@vigia/core/vocabulary';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import { errorCode } from '#platform/startup-error.ts';
import { sealOf } from '../signals/index.ts';
import type { PcrDeps } from './deps.ts';
import {
  findChainEnd,
  findSignal,
  findUndecided,
  insertOutcome,
  insertSignal,
  type SetupRow,
  type StoredSignal,
} from './pcr.repository.ts';
import { toSignalBody } from './signal-body.ts';
import { SIGNAL_CHANGED } from './topics.ts';
import { toSignalView } from './views.ts';

const RETRY_MS = durationMs(1_000);

/** Out of memory, disk or connections. */
const OUT_OF_RESOURCES = '53';

/** Whether the same entry may well be written later: the database is away or overwhelmed, it has not refused it. */
function isPassing(error: unknown): boolean {
  const isNetwork = error instanceof Error && 'syscall' in error;
  return isPassingFault(error) || isNetwork || errorCode(error).startsWith(OUT_OF_RESOURCES);
}

/**
 * Writes one setup's signals, in order, sealed and stored before anybody is told. While the database is away entries
 * wait and are tried again; one that it refuses is logged and left out, or none would come after it.
 */
export class SignalJournal {
  readonly #deps: PcrDeps;
  readonly #setup: SetupRow;
  /** Ids of stored signals without an outcome, by entry time: a setup has at most one signal a candle. */
  readonly #undecided = new Map<number, string>();
  readonly #firesByTick: boolean;
  #tail: Promise<void> = Promise.resolve();
  /** Once `stopping`, the first failure makes it `stopped`: nothing more is tried. */
  #state: 'open' | 'stopping' | 'stopped' = 'open';
  #wake: () => void = () => undefined;

  constructor(deps: PcrDeps, setup: SetupRow, trigger: Trigger) {
    this.#deps = deps;
    this.#setup = setup;
    this.#firesByTick = trigger === 'touch';
  }

  /** Learns which stored signals still wait for their outcome. */
  async open(): Promise<void> {
    for (const { id, body } of await findUndecided(this.#deps.db.sql, this.#setup.id)) {
      this.#undecided.set(body.entry_time_ms, id);
    }
  }

  /** Seals, stores and publishes a signal just found. */
  publish(signal: Signal): void {
    const id = this.#deps.ids.next();
    this.#enqueue(async () => {
      await this.#store(id, signal);
      const stored = await findSignal(this.#deps.db.sql, id);
      // Its candle had a signal already.
      if (stored === null) return;
      this.#undecided.set(signal.entryTime, id);
      this.#announce(stored);
    });
  }

  /** Stores and publishes how a signal ended; one that was never published is nobody's business. */
  settle({ signal, outcome, settlePrice }: Settlement): void {
    this.#enqueue(async () => {
      const signalId = this.#undecided.get(signal.entryTime);
      if (signalId === undefined) return;
      const { sql } = this.#deps.db;
      await insertOutcome(sql, { signalId, outcome, settlePrice, nowMs: this.#deps.clock.now() });
      const stored = await findSignal(sql, signalId);
      this.#undecided.delete(signal.entryTime);
      if (stored !== null) this.#announce(stored);
    });
  }

  /** Resolves once all that was handed in is written, or the journal has been stopped. */
  drained(): Promise<void> {
    return this.#tail;
  }

  /** Writes what is queued; gives it up if the database is away. */
  async stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopping';
    this.#wake();
    await this.#tail;
  }

  /** Changes nothing if the candle has a signal already, this very one included: an answer may have been lost. */
  async #store(id: string, signal: Signal): Promise<void> {
    const { db, clock, market } = this.#deps;
    const { id: setupId, asset, timeframe } = this.#setup;
    const end = await findChainEnd(db.sql, setupId);
    const body = toSignalBody(signal, { setupId, asset, timeframe, source: market.source });
    await insertSignal(db.sql, {
      id,
      seq: end.seq + 1,
      candleTime: this.#candleTime(signal),
      body,
      previousHash: end.hash,
      hash: sealOf(end.hash, body),
      publishedAtMs: clock.now(),
    });
  }

  /** Open time of the signal's candle: the one just closed, or the one the tick lies in. */
  #candleTime({ entryPoint, entryTime }: Signal): number {
    const seconds = TIMEFRAME_SECONDS[this.#setup.timeframe];
    const isByTick = this.#firesByTick && entryPoint !== 'ruptura';
    return isByTick ? bucketOf(entryTime / 1_000, seconds) : entryTime / 1_000 - seconds;
  }

  #announce(stored: StoredSignal): void {
    const currentPrice = this.#deps.market.latest(this.#setup.asset)?.price ?? null;
    const signal: PcrSignalView = toSignalView(stored, currentPrice);
    this.#deps.bus.publish(SIGNAL_CHANGED, { userId: stored.user_id, signal });
  }

  #enqueue(write: () => Promise<void>): void {
    this.#tail = this.#tail.then(() => this.#untilWritten(write));
  }

  async #untilWritten(write: () => Promise<void>): Promise<void> {
    while (this.#state !== 'stopped') {
      try {
        return await write();
      } catch (error) {
        if (!isPassing(error)) return this.#log(error, 'signal journal leaves out an entry the database refused');
        if (this.#state === 'stopping') return this.#giveUp(error);
        this.#deps.log.warn({ err: error, setup: this.#setup.id }, 'signal journal is waiting for the database');
        await this.#rest();
      }
    }
  }

  #giveUp(error: unknown): void {
    this.#state = 'stopped';
    this.#log(error, 'signal journal ends without the database: what was queued is lost');
  }

  #log(error: unknown, message: string): void {
    this.#deps.log.error({ err: error, setup: this.#setup.id }, message);
  }

  /** Until it is time to try again, or to stop. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(RETRY_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

import { durationMs, type IdSource } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { PostCommitPublisher } from '#platform/bus/post-commit-publisher.ts';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { isTransientFault } from '#platform/persistence/connection-fault.ts';
import { errorCode } from '#platform/startup-error.ts';
import type { JournalListener, JournalSignal, OutcomeEntry, UndecidedSignal } from './entries.ts';
import { JournalWriter, type WriterDeps } from './journal-writer.ts';
import { type QueuedEntry, SignalQueue } from './signal-queue.ts';

const RETRY_MS = durationMs(1_000);

/** SQLSTATE class of errors due to a lack of memory, disk space or connections. */
const OUT_OF_RESOURCES = '53';

export type JournalDeps = Omit<WriterDeps, 'publisher'> & { readonly ids: IdSource };

const userOf = (queued: QueuedEntry): string | null =>
  queued.kind === 'signal' ? queued.entry.userId : queued.outcome.userId;

/**
 * Returns true if a retry may succeed: the database is unavailable or overloaded, but did not refuse the entry itself.
 */
function isPassing(error: unknown): boolean {
  const isNetwork = error instanceof Error && 'syscall' in error;
  return isTransientFault(error) || isNetwork || errorCode(error).startsWith(OUT_OF_RESOURCES);
}

/**
 * Writes the signals of all setups, or of all strategies. Each signal is linked by its hash to the previous signal of
 * its setup or strategy, and stored once per candle before it is published. Signals found in the same turn of the event
 * loop are written in a few SQL statements, and the entries of one setup or strategy stay in order. While the database
 * is unavailable, entries wait and are retried. An entry that the database refuses is logged and skipped, so that it
 * does not block the others.
 */
export class SignalJournal {
  readonly #deps: JournalDeps;
  readonly #writer: JournalWriter;
  readonly #publisher: PostCommitPublisher;
  readonly #queue = new SignalQueue();
  #tail: Promise<void> = Promise.resolve();
  #isWriting = false;
  /** State of the journal. In `stopping`, the first failure leads to `stopped`. Then nothing is retried. */
  #state: 'open' | 'stopping' | 'stopped' = 'open';
  #wake: () => void = () => undefined;

  constructor(deps: JournalDeps, kind: AutomationKind, listener: JournalListener = {}) {
    this.#deps = deps;
    this.#publisher = new PostCommitPublisher(deps);
    this.#writer = new JournalWriter({ ...deps, publisher: this.#publisher }, kind, listener);
  }

  /** Loads the stored signals of these shards that have no outcome. Must be called before the first `settle`. */
  load(shards: readonly Shard[]): Promise<readonly UndecidedSignal[]> {
    return this.#writer.load(shards);
  }

  /**
   * Writes the queued entries of these shards, so that another process can take them over. Afterwards the caller must
   * not add entries of these shards.
   */
  async release(shards: readonly Shard[]): Promise<void> {
    await this.drained();
    this.#writer.release(shards);
  }

  /** Returns true if a stored signal has no outcome yet. */
  awaitsOutcome(ownerId: string, entryTimeMs: number): boolean {
    return this.#writer.awaitsOutcome(ownerId, entryTimeMs);
  }

  /** Returns the number of entries that are not written yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Adds a new signal to its hash chain, stores and publishes it. */
  publish(entry: JournalSignal): void {
    this.#enqueue({ kind: 'signal', id: this.#deps.ids.next(), entry });
  }

  /** Stores and publishes the outcome of a signal. The outcome of a signal that was never published is ignored. */
  settle(outcome: OutcomeEntry): void {
    this.#enqueue({ kind: 'outcome', outcome });
  }

  /** Resolves when every entry is written and published, or cannot be written now. */
  async drained(): Promise<void> {
    await this.#tail;
    await this.#publisher.idle();
  }

  /** Writes the queued entries. Gives up if the database is unavailable. */
  async stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopping';
    this.#wake();
    await this.#tail;
    await this.#publisher.stop();
  }

  #enqueue(queued: QueuedEntry): void {
    this.#queue.add(queued);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Writing starts after the current turn of the event loop, so that all entries of this turn go into one batch.
    this.#tail = this.#tail.then(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0 && this.#state !== 'stopped') {
      const batch = this.#queue.nextBatch();
      await this.#untilWritten(batch);
      this.#queue.done(batch);
    }
    this.#isWriting = false;
  }

  async #untilWritten(batch: readonly QueuedEntry[]): Promise<void> {
    while (this.#state !== 'stopped') {
      try {
        return await this.#writer.write(batch);
      } catch (error) {
        this.#writer.forget(batch);
        if (error instanceof LeaseLostError) return this.#lost(batch, error);
        if (!isPassing(error)) return this.#refused(batch, error);
        if (this.#state === 'stopping') return this.#giveUp(error);
        this.#deps.log.warn({ err: error, waiting: this.waiting }, 'signal journal is waiting for the database');
        await this.#rest();
      }
    }
  }

  /** Handles a refused batch. Writes each entry separately, so that only the refused entry is lost. */
  async #refused(batch: readonly QueuedEntry[], error: unknown): Promise<void> {
    const [first] = batch;
    if (batch.length > 1) for (const queued of batch) await this.#untilWritten([queued]);
    else this.#deps.log.error({ err: error, entry: first }, 'signal journal leaves out an entry the database refused');
  }

  /**
   * Handles a batch with a shard that another process now owns. That process finds the same signals itself, so the
   * entries of that shard are dropped and the others are written.
   */
  async #lost(batch: readonly QueuedEntry[], error: LeaseLostError): Promise<void> {
    const shards = new Set(batch.map((queued) => shardOf(userOf(queued))));
    if (shards.size === 1) this.#deps.log.warn({ err: error, entries: batch.length }, 'signals of another owner');
    else
      for (const shard of shards) await this.#untilWritten(batch.filter((queued) => shardOf(userOf(queued)) === shard));
  }

  #giveUp(error: unknown): void {
    this.#state = 'stopped';
    this.#deps.log.error(
      { err: error, lost: this.waiting },
      'signal journal ends without the database: what was queued is lost',
    );
  }

  /** Waits for the next retry or for the stop. */
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

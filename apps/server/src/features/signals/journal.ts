import { durationMs, type IdSource } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { Teller } from '#platform/bus/teller.ts';
import { LostOwnership } from '#platform/ownership/ownership.ts';
import { type Shard, shardOf } from '#platform/ownership/shard.ts';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import { errorCode } from '#platform/startup-error.ts';
import type { JournalListener, OutcomeEntry, SignalEntry, UndecidedSignal } from './entries.ts';
import { JournalWriter, type WriterDeps } from './journal-writer.ts';
import { type Queued, SignalQueue } from './signal-queue.ts';

const RETRY_MS = durationMs(1_000);

/** Out of memory, disk or connections. */
const OUT_OF_RESOURCES = '53';

export type JournalDeps = Omit<WriterDeps, 'teller'> & { readonly ids: IdSource };

const userOf = (queued: Queued): string | null =>
  queued.kind === 'signal' ? queued.entry.userId : queued.outcome.userId;

/** Whether the same entry may well be written later: the database is away or overwhelmed, it has not refused it. */
function isPassing(error: unknown): boolean {
  const isNetwork = error instanceof Error && 'syscall' in error;
  return isPassingFault(error) || isNetwork || errorCode(error).startsWith(OUT_OF_RESOURCES);
}

/**
 * Writes the signals of all setups, or of all strategies: sealed, chained by owner, stored before anybody is told, each
 * once per owner and candle. What was found in one turn is written in a handful of statements; an owner's entries keep
 * their order. While the database is away entries wait and are tried again; one that it refuses is logged and left out,
 * or none would come after it.
 */
export class SignalJournal {
  readonly #deps: JournalDeps;
  readonly #writer: JournalWriter;
  readonly #teller: Teller;
  readonly #queue = new SignalQueue();
  #tail: Promise<void> = Promise.resolve();
  #isWriting = false;
  /** Once `stopping`, the first failure makes it `stopped`: nothing more is tried. */
  #state: 'open' | 'stopping' | 'stopped' = 'open';
  #wake: () => void = () => undefined;

  constructor(deps: JournalDeps, kind: AutomationKind, listener: JournalListener = {}) {
    this.#deps = deps;
    this.#teller = new Teller(deps);
    this.#writer = new JournalWriter({ ...deps, teller: this.#teller }, kind, listener);
  }

  /** Learns which stored signals of these shards still wait for their outcome; before the first `settle`. */
  load(shards: readonly Shard[]): Promise<readonly UndecidedSignal[]> {
    return this.#writer.load(shards);
  }

  /** Writes what was found of these shards; then somebody else may go on with them. Nothing more of them may be handed in. */
  async letGo(shards: readonly Shard[]): Promise<void> {
    await this.drained();
    this.#writer.letGo(shards);
  }

  /** Whether a stored signal still has no outcome. */
  awaits(ownerId: string, entryTimeMs: number): boolean {
    return this.#writer.awaits(ownerId, entryTimeMs);
  }

  /** Entries found and not yet written. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Seals, stores and publishes a signal just found. */
  publish(entry: SignalEntry): void {
    this.#enqueue({ kind: 'signal', id: this.#deps.ids.next(), entry });
  }

  /** Stores and tells how a signal ended; one that was never published is nobody's business. */
  settle(outcome: OutcomeEntry): void {
    this.#enqueue({ kind: 'outcome', outcome });
  }

  /** Resolves once all that was handed in is written and told, or cannot be now. */
  async drained(): Promise<void> {
    await this.#tail;
    await this.#teller.idle();
  }

  /** Writes what is queued; gives it up if the database is away. */
  async stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopping';
    this.#wake();
    await this.#tail;
    await this.#teller.stop();
  }

  #enqueue(queued: Queued): void {
    this.#queue.add(queued);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Begins when the running turn is over, so that all it finds goes out together.
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

  async #untilWritten(batch: readonly Queued[]): Promise<void> {
    while (this.#state !== 'stopped') {
      try {
        return await this.#writer.write(batch);
      } catch (error) {
        this.#writer.forget(batch);
        if (error instanceof LostOwnership) return this.#lost(batch, error);
        if (!isPassing(error)) return this.#refused(batch, error);
        if (this.#state === 'stopping') return this.#giveUp(error);
        this.#deps.log.warn({ err: error, waiting: this.waiting }, 'signal journal is waiting for the database');
        await this.#rest();
      }
    }
  }

  /** One entry of the batch was refused: each is tried by itself, so that it costs no other. */
  async #refused(batch: readonly Queued[], error: unknown): Promise<void> {
    const [first] = batch;
    if (batch.length > 1) for (const queued of batch) await this.#untilWritten([queued]);
    else this.#deps.log.error({ err: error, entry: first }, 'signal journal leaves out an entry the database refused');
  }

  /** One shard of the batch is somebody else's by now, who finds the same signals by himself: it costs no other. */
  async #lost(batch: readonly Queued[], error: LostOwnership): Promise<void> {
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

import type { JournalSignal, OutcomeEntry } from './entries.ts';

/** A waiting entry. A signal keeps its id in every attempt to write it. */
export type QueuedEntry =
  | { readonly kind: 'signal'; readonly id: string; readonly entry: JournalSignal }
  | { readonly kind: 'outcome'; readonly outcome: OutcomeEntry };

/** Largest number of rows in one SQL statement. */
const BATCH_MAX = 2_000;

const ownerOf = (queued: QueuedEntry): string =>
  queued.kind === 'signal' ? queued.entry.ownerId : queued.outcome.ownerId;

/** The entries that wait for the database. Batches keep the order of the entries of each setup or strategy. */
export class SignalQueue {
  #waiting: QueuedEntry[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add(queued: QueuedEntry): void {
    this.#waiting.push(queued);
  }

  /**
   * Returns the next batch: for each setup or strategy its first outcomes, then at most one signal. A second signal
   * must be chained to the first signal, which may turn out to be stored already. The batch stays queued until `done`.
   */
  nextBatch(): readonly QueuedEntry[] {
    const batch: QueuedEntry[] = [];
    const full = new Set<string>();
    for (const queued of this.#waiting) {
      if (batch.length === BATCH_MAX) break;
      const owner = ownerOf(queued);
      if (full.has(owner)) continue;
      if (queued.kind === 'signal') full.add(owner);
      batch.push(queued);
    }
    return batch;
  }

  done(batch: readonly QueuedEntry[]): void {
    const written = new Set(batch);
    this.#waiting = this.#waiting.filter((queued) => !written.has(queued));
  }
}

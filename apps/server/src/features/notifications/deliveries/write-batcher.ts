/**
 * Writes items to the database. An item is written at once; those that arrive during a write share the next one, so
 * that a burst needs few commits.
 */
export class WriteBatcher<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #next: Promise<void> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (items: readonly Item[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the item is written. Rejects if the write with it failed. */
  add(item: Item): Promise<void> {
    this.#waiting.push(item);
    this.#next ??= this.#writing.then(() => this.#flush());
    return this.#next;
  }

  #flush(): Promise<void> {
    const items = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    const written = this.#write(items);
    // The next write follows also after one that failed.
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

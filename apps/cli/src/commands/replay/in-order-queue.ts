/**
 * Passes on items in the order in which they began, each once it has ended. An item waits until every earlier item has
 * ended, so that the memory holds only the items from the oldest open one on.
 */
export class InOrderQueue<Item extends object, End extends object> {
  readonly #ends = new Map<Item, End | null>();
  readonly #pass: (item: Item, end: End | null) => void;

  constructor(pass: (item: Item, end: End | null) => void) {
    this.#pass = pass;
  }

  begin(item: Item): void {
    this.#ends.set(item, null);
  }

  end(item: Item, end: End): void {
    this.#ends.set(item, end);
    for (const [first, its] of this.#ends) {
      if (its === null) return;
      this.#ends.delete(first);
      this.#pass(first, its);
    }
  }

  /** Passes on the items that are left; those without an end are still open. */
  finish(): void {
    for (const [item, end] of this.#ends) this.#pass(item, end);
    this.#ends.clear();
  }
}

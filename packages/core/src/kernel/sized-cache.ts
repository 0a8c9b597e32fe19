/**
 * Number of columns that stay, whatever their size. A condition reads at most three operands at once, each with at
 * most three columns: its indicator, its line and a delayed copy.
 */
const ALWAYS_KEPT = 9;

/**
 * Cache of columns with a limit on their total size. The column that was used least recently leaves first. The nine
 * columns that were used last stay.
 */
export class SizedCache<Column extends { readonly byteLength: number }> {
  readonly #maxBytes: number;
  readonly #onDrop: (column: Column) => void;
  readonly #kept = new Map<string, Column>();
  #bytes = 0;

  /** @param onDrop receives each column that leaves the cache; its memory may then be reused */
  constructor(maxBytes: number, onDrop: (column: Column) => void = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#onDrop = onDrop;
  }

  /** Returns the column of a key, or creates and keeps it. */
  get(key: string, create: () => Column): Column {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      // A map lists its keys in the order of their insertion.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const column = create();
    this.#kept.set(key, column);
    this.#bytes += column.byteLength;
    this.#dropOldest();
    return column;
  }

  #dropOldest(): void {
    for (const [key, column] of this.#kept) {
      if (this.#bytes <= this.#maxBytes || this.#kept.size <= ALWAYS_KEPT) return;
      this.#kept.delete(key);
      this.#bytes -= column.byteLength;
      this.#onDrop(column);
    }
  }
}

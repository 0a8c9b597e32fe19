/** Work that stands in line by a key: what belongs to one key is done in its order, and never two at once. */
export class Lines {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(key: string, work: () => Promise<void>): void {
    const tail = (this.#tails.get(key) ?? Promise.resolve())
      .then(work)
      .catch(this.#failed)
      .finally(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
  }

  /** Resolves once nothing stands in line. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}

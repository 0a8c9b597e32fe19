/** Items of several owners, taken in turns: an owner with many items delays only their own. */
export class FairQueue<Item> {
  /** In the order of whose turn it is; a Map goes through its keys in the order they came in. */
  readonly #waiting = new Map<string, Item[]>();

  push(owner: string, item: Item): void {
    const own = this.#waiting.get(owner);
    if (own) own.push(item);
    else this.#waiting.set(owner, [item]);
  }

  /** The first item of the owner whose turn it is; undefined if nothing waits. */
  take(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const item = items.shift();
      // An owner with more items goes to the back.
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Takes out whatever waits, in no order that matters. */
  drain(): readonly Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}

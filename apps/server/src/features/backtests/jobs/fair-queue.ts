/** A queue that serves several owners in turn, so an owner with many items delays only their own. */
export class FairQueue<Item> {
  /**
   * Items by owner. The next owner to be served is first, because a Map keeps the order in which its keys were
   * inserted.
   */
  readonly #waiting = new Map<string, Item[]>();

  push(owner: string, item: Item): void {
    const own = this.#waiting.get(owner);
    if (own) own.push(item);
    else this.#waiting.set(owner, [item]);
  }

  /** Removes and returns the first item of the next owner; undefined if the queue is empty. */
  take(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const item = items.shift();
      // An owner with more items moves to the end of the queue.
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Removes and returns all items, in any order. */
  drain(): readonly Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}

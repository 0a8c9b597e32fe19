/** Shortest time on the screen in milliseconds after which a notification counts as read. */
const READ_MS = 700;
/** Largest number of ids that one request marks as read. */
const MOST = 100;

/** Finds out which rows of a list were on the screen for long enough to be read. Times are monotonic milliseconds. */
export class SeenRows {
  readonly #sinceMs = new Map<number, number>();
  readonly #seen = new Set<number>();

  appear(id: number, nowMs: number): void {
    if (!this.#sinceMs.has(id)) this.#sinceMs.set(id, nowMs);
  }

  vanish(id: number, nowMs: number): void {
    if (nowMs - (this.#sinceMs.get(id) ?? nowMs) >= READ_MS) this.#seen.add(id);
    this.#sinceMs.delete(id);
  }

  /** Returns the ids that were read until now, the newest ones if there are very many. */
  seen(nowMs: number): readonly number[] {
    for (const [id, sinceMs] of this.#sinceMs) if (nowMs - sinceMs >= READ_MS) this.#seen.add(id);
    return [...this.#seen].sort((one, other) => other - one).slice(0, MOST);
  }
}

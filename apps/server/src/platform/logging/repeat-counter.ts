/** Number of repetitions of a kind of line, and the error of the latest one. */
export type RepeatSummary<Last> = { readonly count: number; readonly latest: Last };

/**
 * Counts repeated lines, so that a long failure writes few of them. The first line of a kind is written, and later ones
 * are counted until the next summary. A kind that does not occur between two summaries is forgotten.
 */
export class RepeatCounter<Last> {
  readonly #kinds = new Map<string, { count: number; latest: Last }>();

  /** True if any kind of line is counted, so that a summary is due. */
  get isCounting(): boolean {
    return this.#kinds.size > 0;
  }

  /**
   * Counts one line.
   * @returns true for the first line of its kind, which must be written
   */
  isFirst(kind: string, latest: Last): boolean {
    const known = this.#kinds.get(kind);
    if (known === undefined) {
      this.#kinds.set(kind, { count: 0, latest });
      return true;
    }
    known.count += 1;
    known.latest = latest;
    return false;
  }

  /** Returns the kinds that were repeated since the last call, each with its count, and resets the counts. */
  takeSummaries(): readonly RepeatSummary<Last>[] {
    const summaries: RepeatSummary<Last>[] = [];
    for (const [kind, { count, latest }] of this.#kinds) {
      if (count === 0) this.#kinds.delete(kind);
      else {
        summaries.push({ count, latest });
        this.#kinds.set(kind, { count: 0, latest });
      }
    }
    return summaries;
  }
}

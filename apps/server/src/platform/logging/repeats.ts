/** How often a kind of line came again, and the error of its latest time. */
export type Summary<Last> = { readonly count: number; readonly latest: Last };

/**
 * Counts lines that come again and again, so that a long failure writes few of them. The first of a kind is written;
 * later ones are counted until the next summary. A kind that did not come between two summaries is forgotten.
 */
export class Repeats<Last> {
  readonly #kinds = new Map<string, { count: number; latest: Last }>();

  /** True while a summary is due at some time. */
  get isCounting(): boolean {
    return this.#kinds.size > 0;
  }

  /** Counts one line. @returns true for the first of its kind, which is to be written */
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

  /** The kinds that came again since the last call, each with its count, which begins again. */
  takeSummaries(): readonly Summary<Last>[] {
    const summaries: Summary<Last>[] = [];
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

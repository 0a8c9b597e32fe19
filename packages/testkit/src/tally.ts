/**
 * Counts how often generated examples reach each case. A property test proves nothing about a case that no example
 * reaches.
 */
export class CaseTally {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Returns the keys with fewer than `least` counts, each with its count. */
  below(least: number, keys: readonly string[]): readonly (readonly [key: string, count: number])[] {
    return keys.filter((key) => this.of(key) < least).map((key) => [key, this.of(key)]);
  }
}

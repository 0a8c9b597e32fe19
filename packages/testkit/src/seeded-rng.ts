import type { IdSource, Rng } from '@vigia/core/kernel';

/**
 * The generator Mulberry32. It is small, fast and the same on every machine, so that a failing seed reproduces its
 * failure.
 */
export class SeededRng implements Rng {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** Generates UUID-shaped identifiers that count up, so that equal runs give equal ids. */
export class CountingIds implements IdSource {
  #count = 0;

  next(): string {
    this.#count += 1;
    return `00000000-0000-4000-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }
}

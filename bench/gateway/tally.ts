import type { TickTuple } from '@vigia/contract';

/** The largest recorded age of a price in milliseconds. A price that is older counts with this age. */
const LONGEST_MS = 60_000;
/**
 * Number of recently parsed messages in the cache. Many sockets receive the same message at about the same time, so the
 * cache lets the client parse each message only once.
 */
const REMEMBERED = 32;

type Read = { readonly payload: Buffer; readonly timesMs: readonly number[] };

/** Counts received prices and their age on arrival. */
export class PriceTally {
  readonly #ticksOf: (text: string) => readonly TickTuple[] | null;
  readonly #agesMs = new Uint32Array(LONGEST_MS + 1);
  #recent: Read[] = [];
  frames = 0;
  ticks = 0;
  bytes = 0;

  /**
   * Creates an empty tally.
   * @param ticksOf returns the prices of a message, or null for a message without prices
   */
  constructor(ticksOf: (text: string) => readonly TickTuple[] | null) {
    this.#ticksOf = ticksOf;
  }

  /**
   * Counts a message.
   * @returns the times of the prices in the message; empty for a message without prices
   */
  take(payload: Buffer, nowMs: number): readonly number[] {
    const { timesMs } = this.#read(payload);
    if (timesMs.length === 0) return timesMs;
    this.frames += 1;
    this.bytes += payload.length;
    this.ticks += timesMs.length;
    for (const timeMs of timesMs) {
      const ageMs = Math.min(LONGEST_MS, Math.max(0, nowMs - timeMs));
      this.#agesMs[ageMs] = (this.#agesMs[ageMs] ?? 0) + 1;
    }
    return timesMs;
  }

  clear(): void {
    this.#agesMs.fill(0);
    this.frames = 0;
    this.ticks = 0;
    this.bytes = 0;
  }

  /** Returns a quantile of the ages of the received prices, in milliseconds. */
  ageMs(share: number): number {
    let left = this.ticks * share;
    return this.#agesMs.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
  }

  #read(payload: Buffer): Read {
    const known = this.#recent.find((each) => each.payload.equals(payload));
    if (known !== undefined) return known;
    const timesMs = (this.#ticksOf(payload.toString()) ?? []).map(([, timeMs]) => timeMs);
    const read = { payload: Buffer.from(payload), timesMs };
    this.#recent = [read, ...this.#recent.slice(0, REMEMBERED - 1)];
    return read;
  }
}

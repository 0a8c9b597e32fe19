import { at } from '#candles/index.ts';
import type { Rng } from '#kernel/index.ts';

const WORD_BITS = 32;
const WORD_VALUES = 2 ** WORD_BITS;
const BYTE_BITS = 8;
const BYTE_VALUES = 256;
/** Random bits that decide each drawn bit: the chance of a win is first drawn in sixteenths, then corrected exactly. */
const CHANCE_BITS = 4;
const CERTAIN = 2 ** CHANCE_BITS;

/** Returns the number of set bits of a 32-bit word. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * Effects of eight trades on a running total, by the byte of their results (bit 0 is the first trade, 1 is a win). With
 * a fall `f` below the peak before the trades, the deepest fall among them is `max(f + down, deepest)` and the fall
 * after them is `max(f − sum, end)`.
 */
class ByteEffects {
  readonly sum = new Float64Array(BYTE_VALUES);
  /** Largest fall below the start of the byte; negative if every prefix rises. */
  readonly down = new Float64Array(BYTE_VALUES).fill(-Infinity);
  /** Deepest fall below an earlier peak, with the start as the first peak. */
  readonly deepest = new Float64Array(BYTE_VALUES);
  /** Fall below the highest peak of the byte at its end. */
  readonly end = new Float64Array(BYTE_VALUES);

  constructor(winMinor: number, lossMinor: number) {
    for (let byte = 0; byte < BYTE_VALUES; byte += 1)
      for (let bit = 0; bit < BYTE_BITS; bit += 1) this.#add(byte, ((byte >>> bit) & 1) === 1 ? winMinor : -lossMinor);
  }

  #add(byte: number, profit: number): void {
    const sum = at(this.sum, byte) + profit;
    const end = Math.max(0, at(this.end, byte) - profit);
    this.sum[byte] = sum;
    this.end[byte] = end;
    this.down[byte] = Math.max(at(this.down, byte), -sum);
    this.deepest[byte] = Math.max(at(this.deepest, byte), end);
  }
}

/**
 * Random orders of trades that win one amount or lose one amount, as one bit per trade. Every order has the same
 * probability: independent bits are drawn first, then bits at random places are flipped until the number of wins is
 * right. Each step treats all positions alike, so every order stays equally likely.
 */
export class TwoAmounts {
  readonly #winMinor: number;
  readonly #lossMinor: number;
  readonly #wins: number;
  readonly #trades: number;
  readonly #words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #effects: ByteEffects;
  /** Chance of a win in units of 2^−CHANCE_BITS. */
  readonly #chance: number;
  /** Index of the lowest set bit of the chance. */
  #firstBit = 0;

  /** Returns the orders of these profits, none zero; null unless all wins are equal and all losses are equal. */
  static of(profitsMinor: Float64Array): TwoAmounts | null {
    let [win, loss, wins] = [0, 0, 0];
    for (const profit of profitsMinor) {
      if (profit > 0) {
        if (win !== 0 && profit !== win) return null;
        win = profit;
        wins += 1;
      } else {
        if (loss !== 0 && -profit !== loss) return null;
        loss = -profit;
      }
    }
    return new TwoAmounts(win, loss, wins, profitsMinor.length);
  }

  private constructor(winMinor: number, lossMinor: number, wins: number, trades: number) {
    this.#winMinor = winMinor;
    this.#lossMinor = lossMinor;
    this.#wins = wins;
    this.#trades = trades;
    this.#words = new Uint32Array(Math.ceil(trades / WORD_BITS));
    this.#bytes = new Uint8Array(this.#words.buffer);
    this.#effects = new ByteEffects(winMinor, lossMinor);
    this.#chance = trades === 0 ? 0 : Math.round((wins / trades) * CERTAIN);
    // A chance of zero has no set bit and needs no random word.
    while (this.#firstBit < CHANCE_BITS && ((this.#chance >>> this.#firstBit) & 1) === 0) this.#firstBit += 1;
  }

  /** Draws an order and returns its deepest fall below an earlier peak; the start counts as a peak. */
  drawFall(rng: Rng): number {
    this.#drawWords(rng);
    this.#flip(this.#wins - this.#countOnes(), rng);
    return this.#deepestFall();
  }

  #drawWords(rng: Rng): void {
    for (let index = 0; index < this.#words.length; index += 1) this.#words[index] = this.#drawWord(rng);
    const { length } = this.#bytes;
    const whole = Math.floor(this.#trades / BYTE_BITS);
    if (whole < length) this.#bytes[whole] = (this.#bytes[whole] ?? 0) & ((1 << (this.#trades % BYTE_BITS)) - 1);
    this.#bytes.fill(0, whole + 1);
  }

  /** Draws 32 bits. Each bit of the chance, from its lowest set bit on, takes half of what the next bits decide. */
  #drawWord(rng: Rng): number {
    const chance = this.#chance;
    if (chance === CERTAIN) return -1;
    let word = 0;
    for (let bit = this.#firstBit; bit < CHANCE_BITS; bit += 1) {
      // The bitwise operators truncate the number to 32 bits, which is fastest for a signed one.
      const random = rng.next() * WORD_VALUES - WORD_VALUES / 2;
      word = (chance >>> bit) & 1 ? word | random : word & random;
    }
    return word;
  }

  #countOnes(): number {
    let ones = 0;
    for (let index = 0; index < this.#words.length; index += 1) ones += onesIn(this.#words[index] ?? 0);
    return ones;
  }

  /** Sets `missing` clear bits at random places, or clears `−missing` set bits. */
  #flip(missing: number, rng: Rng): void {
    const wanted = missing > 0 ? 0 : 1;
    for (let left = Math.abs(missing); left > 0; ) {
      const place = Math.floor(rng.next() * this.#trades);
      const byte = this.#bytes[place >>> 3] ?? 0;
      if (((byte >>> (place & 7)) & 1) !== wanted) continue;
      this.#bytes[place >>> 3] = byte ^ (1 << (place & 7));
      left -= 1;
    }
  }

  #deepestFall(): number {
    const { sum, down, deepest, end } = this.#effects;
    const whole = Math.floor(this.#trades / BYTE_BITS);
    let fall = 0;
    let most = 0;
    for (let index = 0; index < whole; index += 1) {
      const byte = this.#bytes[index] ?? 0;
      const crossing = fall + at(down, byte);
      if (crossing > most) most = crossing;
      if (at(deepest, byte) > most) most = at(deepest, byte);
      const carried = fall - at(sum, byte);
      fall = carried > at(end, byte) ? carried : at(end, byte);
    }
    for (let bit = 0; bit < this.#trades % BYTE_BITS; bit += 1) {
      const isWin = (((this.#bytes[whole] ?? 0) >>> bit) & 1) === 1;
      fall = Math.max(0, fall - (isWin ? this.#winMinor : -this.#lossMinor));
      most = Math.max(most, fall);
    }
    return most;
  }
}

import { columnValueAt } from './cell.ts';
import { childKey, KEY_PURPOSE, type MarketKey, symbolKey } from './market-key.ts';
import { normalFromHash } from './normal.ts';
import { WordStream } from './word-stream.ts';

/** Number of equal parts of a day. A part lasts 84.375 s. */
export const DAY_PARTS = 1_024;
const DAYS_PER_YEAR = 365.25;

/** Standard deviation of the logarithm of a day's variance: calm days and restless days. */
const DAY_SPREAD = 0.35;
/** Number of occasions for a jump in a day, and the probability that one happens. */
const JUMPS_MAX = 4;
const JUMP_PROBABILITY = 0.44;
/** Standard deviation of a jump, in standard deviations of a minute of the day. */
const JUMP_SIZE = 11;
const MINUTES_PER_DAY = 1_440;
/** Share of the variance that does not come from jumps, so that the variance of a year is 1. */
const SMOOTH_SHARE = 1 / (1 + (JUMPS_MAX * JUMP_PROBABILITY * JUMP_SIZE ** 2) / MINUTES_PER_DAY);

/**
 * The moves of one symbol in one day, as a whole: R. Merton's jump diffusion (1976) with a variance that differs from
 * day to day. Moves are in logarithms; a year has variance 1. Every part is symmetric around 0.
 */
export class DayMoves {
  /** Key of the symbol and day. */
  key: MarketKey;
  /** Variance of the diffusion in the day. */
  variance = 0;
  /** Move of the diffusion from the start to the end of the day. */
  diffusion = 0;
  /** Move of the jump in each part of the day; most parts have none. */
  readonly jumps = new Float64Array(DAY_PARTS);
  /** Sum of the jumps. */
  jumpSum = 0;
  readonly #market: MarketKey;
  readonly #symbol: string;
  readonly #words: WordStream;

  constructor(market: MarketKey, symbol: string) {
    this.#market = market;
    this.#symbol = symbol;
    this.key = market;
    this.#words = new WordStream(market, KEY_PURPOSE.summary);
  }

  /** Reads a day, counted from 1970-01-01. */
  load(day: number): void {
    this.key = symbolKey(childKey(this.#market, KEY_PURPOSE.day, day), this.#symbol);
    const words = this.#words;
    words.rekey(this.key, 0);
    const unrest = Math.exp(DAY_SPREAD * normalFromHash(words.next()) - DAY_SPREAD ** 2 / 2);
    this.variance = (unrest * SMOOTH_SHARE) / DAYS_PER_YEAR;
    this.diffusion = Math.sqrt(this.variance) * normalFromHash(words.next());
    this.#loadJumps(JUMP_SIZE * Math.sqrt(this.variance / MINUTES_PER_DAY));
  }

  #loadJumps(sizeDeviation: number): void {
    this.jumps.fill(0);
    this.jumpSum = 0;
    for (let occasion = 0; occasion < JUMPS_MAX; occasion++) {
      const happens = this.#words.nextUnit() < JUMP_PROBABILITY;
      const part = Math.floor(this.#words.nextUnit() * DAY_PARTS);
      const jump = sizeDeviation * normalFromHash(this.#words.next());
      if (!happens) continue;
      this.jumps[part] = columnValueAt(this.jumps, part) + jump;
      this.jumpSum += jump;
    }
  }
}

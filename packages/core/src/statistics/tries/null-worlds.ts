import { normalTail } from '../normal.ts';
import { MIN_DECIDED_TRADES } from '../win-rate-card.ts';
import { BLOCK_FIELDS, BLOCK_INDEX, type BlockGrid, type ReturnBlocks } from './blocks.ts';

/** Number of null worlds: copies of the tested results in which no rule has an edge. */
export const WORLDS = 4_000;
/** Smallest number of blocks with decided trades for a verdict. */
const MIN_BLOCKS = 10;
/** Difference between the scores of two worlds with equal sums. */
const APART = 1e-9;
/** Fraction of the bet that measures a rule; it suits win rates about six points above break-even. */
const BET = 0.15;

/** One of the rules of a try, with its returns per unit staked. */
export type ScoredRule = {
  readonly decided: number;
  /** Number of blocks with decided trades. */
  readonly blocks: number;
  /** Sums of the returns in each block. */
  readonly returns: Float64Array;
  /** Sum of all returns, and the sum of the squares of the block sums. */
  readonly sum: number;
  readonly squares: number;
  /** Skewness of the block sums divided by the root of their number. */
  readonly skewness: number;
  /**
   * Logarithm of the capital of a bettor on this rule: `BET × sum − BET² × squares / 2`, with the sum corrected for the
   * skewness. Its exponential is an e-value if the block sums are symmetric (de la Peña 1999). Null with too few trades
   * or blocks.
   */
  readonly score: number | null;
};

/** Computes the score of a rule from its blocks. */
export function scoreOf(rows: ReturnBlocks): ScoredRule {
  const returns = new Float64Array(rows.length / BLOCK_FIELDS);
  let [decided, used, sum, squares] = [0, 0, 0, 0];
  for (let block = 0; block < returns.length; block += 1) {
    const inBlock = rows[block * BLOCK_FIELDS + BLOCK_INDEX.decided] ?? 0;
    const total = rows[block * BLOCK_FIELDS + BLOCK_INDEX.returns] ?? 0;
    returns[block] = total;
    decided += inBlock;
    if (inBlock > 0) used += 1;
    sum += total;
    squares += total * total;
  }
  const skewness = skewnessOf(returns, used, sum, squares);
  const hasScore = decided >= MIN_DECIDED_TRADES && used >= MIN_BLOCKS && squares > 0;
  const score = hasScore ? scored(Math.sqrt(squares) * unskewed(sum / Math.sqrt(squares), skewness), squares) : null;
  return { decided, blocks: used, returns, sum, squares, skewness, score };
}

/** Smallest spread of the block sums as a fraction of their squares. Equal sums have no spread. */
const LEAST_SPREAD = 1e-9;

/** Returns the sum of the squared distances of the block sums from their mean. */
const spreadOf = (blocks: number, sum: number, squares: number): number =>
  Math.max(squares - (sum * sum) / blocks, LEAST_SPREAD * squares);

function skewnessOf(returns: Float64Array, blocks: number, sum: number, squares: number): number {
  const spread = spreadOf(blocks, sum, squares);
  // The cubes of equal sums are rounding errors.
  if (spread <= LEAST_SPREAD * squares) return 0;
  const mean = sum / blocks;
  const cubes = returns.reduce((total, one) => total + one ** 3, 0) - 3 * mean * squares + 2 * mean * mean * sum;
  return cubes / spread ** 1.5;
}

/** Largest t-value whose own correction is used. Beyond it the skewness is that of an edge and not of luck. */
const MOST_BY_LUCK = 4;

/**
 * Returns Hall's transformation of a t-value, which rises with it (Hall 1992). A rule that wins often and a little, and
 * loses rarely and much, has a small spread whenever it is lucky: its t-values above are too large and those below too
 * small.
 * @param skewness skewness of the observations divided by the root of their number
 */
function unskewed(t: number, skewness: number): number {
  const near = Math.max(-MOST_BY_LUCK, Math.min(MOST_BY_LUCK, t));
  return t + (skewness * near ** 2) / 3 + (skewness ** 2 * near ** 3) / 27 + skewness / 6;
}

const scored = (sum: number, squares: number): number => BET * sum - (BET * BET * squares) / 2;

/** Mixes 32 bits (the finalizer of MurmurHash3, Appleby 2011). */
function mixed(seed: number): number {
  let bits = seed | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Number of blocks whose signs are in one byte. */
const BLOCKS_A_BYTE = 8;

/**
 * Returns the signs of each group of eight blocks in each null world, group after group; a bit is set for a positive
 * sign. A sign depends only on the time of the block, its length and the number of the world. Two tries on the same
 * data therefore share their null worlds.
 */
function signsOf({ lengthMs, first, count }: BlockGrid): Uint8Array {
  const signs = new Uint8Array(Math.ceil(count / BLOCKS_A_BYTE) * WORLDS);
  for (let block = 0; block < count; block += 1) {
    const seed = mixed(Math.imul(first + block, 0x9e_37_79_b1) ^ mixed(lengthMs / 1_000));
    const group = Math.floor(block / BLOCKS_A_BYTE) * WORLDS;
    const shift = block % BLOCKS_A_BYTE;
    for (let word = 0; word * 32 < WORLDS; word += 1) {
      const bits = mixed(seed + Math.imul(word + 1, 0x85_15_7a_f5));
      for (let bit = 0; bit < 32; bit += 1) {
        const at = group + word * 32 + bit;
        signs[at] = (signs[at] ?? 0) | (((bits >>> bit) & 1) << shift);
      }
    }
  }
  return signs;
}

/** Writes the sums of eight block sums with all 256 combinations of signs to `table`. */
function signedSums(returns: Float64Array, first: number, table: Float64Array): void {
  let least = 0;
  for (let index = 0; index < BLOCKS_A_BYTE; index += 1) least -= returns[first + index] ?? 0;
  table[0] = least;
  for (let index = 0; index < BLOCKS_A_BYTE; index += 1) {
    const twice = 2 * (returns[first + index] ?? 0);
    for (let low = 0; low < 1 << index; low += 1) table[low + (1 << index)] = (table[low] ?? 0) + twice;
  }
}

/** Writes the sum of a rule's returns in each null world to `sums`. */
function sumInWorlds({ returns }: ScoredRule, signs: Uint8Array, sums: Float64Array): void {
  const table = new Float64Array(1 << BLOCKS_A_BYTE);
  sums.fill(0);
  for (let block = 0, group = 0; block < returns.length; block += BLOCKS_A_BYTE, group += WORLDS) {
    signedSums(returns, block, table);
    for (let world = 0; world < WORLDS; world += 1)
      sums[world] = (sums[world] ?? 0) + (table[signs[group + world] ?? 0] ?? 0);
  }
}

/** Returns true if the rule clearly has no edge (Hansen 2005): the standardized sum is below −√(2 ln ln n). */
const isHopeless = ({ sum, squares, decided }: ScoredRule): boolean =>
  sum < -Math.sqrt(2 * squares * Math.log(Math.log(Math.max(decided, 16))));

/**
 * Returns the largest score of all rules in each null world; −Infinity without a rule that has a score. In a null
 * world the sum of each block has a random sign, the same for all rules, so the dependence between rules and within
 * blocks remains. A rule that loses clearly keeps its loss there and does not compete. No two worlds have equal
 * scores, so that any number of worlds can be spent.
 */
export function worldMaxima(rules: readonly ScoredRule[], grid: BlockGrid): Float64Array {
  const signs = signsOf(grid);
  const sums = new Float64Array(WORLDS);
  const maxima = new Float64Array(WORLDS).fill(-Infinity);
  for (const rule of rules) {
    if (rule.score === null) continue;
    sumInWorlds(rule, signs, sums);
    const shift = isHopeless(rule) ? rule.sum : 0;
    for (let world = 0; world < WORLDS; world += 1) {
      const score = scored((sums[world] ?? 0) + shift, rule.squares) + world * APART;
      if (score > (maxima[world] ?? 0)) maxima[world] = score;
    }
  }
  return maxima;
}

/** One-sided chances of a result at least this good or at least this bad without an edge. */
export type Chances = { readonly above: number; readonly below: number };

/**
 * Returns the chances of one rule, which is the only one tried: Student's t-test of the block sums against zero,
 * corrected for their skewness. Returns null for a rule without a score.
 */
export function chancesOf({ score, blocks, sum, squares, skewness }: ScoredRule): Chances | null {
  if (score === null) return null;
  const freedom = blocks - 1;
  const t = sum / Math.sqrt((blocks / freedom) * spreadOf(blocks, sum, squares));
  const above = studentTail(unskewed(t, skewness), freedom);
  return { above, below: 1 - above };
}

/** Returns the chance that a variable of Student's distribution exceeds `t` (Wallace 1959). */
function studentTail(t: number, freedom: number): number {
  const size = ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p((t * t) / freedom));
  return normalTail(Math.sign(t) * size);
}

import { hashAt, mix32, streamKey } from './hash.ts';
import { HourProfile, type HourProfileKey } from './hour-profiles.ts';
import { normalFromHash } from './normal.ts';

/** Number of halvings of the interval of 2^30 slots that create the path. */
const DEPTH = 30;
export const PATH_SLOTS = 2 ** DEPTH;

/**
 * Largest depth at which the path applies the hour profile. Within 2^8 slots (under five minutes) the profile is nearly
 * constant.
 */
const PROFILE_DEPTH_MAX = DEPTH - 8;

/**
 * Largest deviation from ½ in the random division of a node's variance between its halves. The left share is uniform in
 * ½ ± spread. It is largest between half a month and a minute, where real volatility clusters, and zero below 16 slots.
 */
const SPREAD = Float64Array.from({ length: DEPTH }, (_, depth) => {
  const sizeExponent = DEPTH - depth;
  if (sizeExponent > 20) return 0.08;
  return sizeExponent > 4 ? 0.18 : 0;
});

/** Reads an array at a depth, which is always inside its bounds. V8 inlines the function. */
const at = (column: Float64Array, depth: number): number => column[depth] as number;

/**
 * A Brownian motion W in multifractal trading time over slots 0 … 2^30, with random access.
 *
 * Each node of the dyadic tree has a variance M. The hour profile times a hashed cascade fraction divides it between
 * its halves (B. Mandelbrot, L. Calvet, A. Fisher, "A Multifractal Model of Asset Returns", 1997: volatility clusters).
 * The value at its middle is the Brownian bridge between the given ends (P. Lévy's construction): `W_l + (M_l / M) (W_r
 * − W_l) + sqrt(M_l M_r / M) · N(0, 1)`. Increments are therefore independent and symmetric given the variances. At
 * every scale, the next move does not depend on past moves.
 *
 * The path from the root to the last slot read is cached. A neighbour costs one split on average, a random slot thirty.
 * Both use the same arithmetic on the same nodes and give the same bits.
 */
export class BrownianPath {
  readonly #bridgeKey: number;
  readonly #cascadeKey: number;
  readonly #nodeKey: number;
  readonly #profile: HourProfile;
  readonly #slotHours: number;
  /** W at the left end of the current path's node at each depth. */
  readonly #left = new Float64Array(DEPTH + 1);
  /** W at the right end of the current path's node at each depth. */
  readonly #right = new Float64Array(DEPTH + 1);
  /** W in the middle of the current path's node at each depth. */
  readonly #middle = new Float64Array(DEPTH + 1);
  /** Variance of the current path's node at each depth. */
  readonly #variance = new Float64Array(DEPTH + 1);
  /** Variance of the left half of the current path's node at each depth. */
  readonly #leftVariance = new Float64Array(DEPTH + 1);
  #slot = 0;

  /** @param slotMs length of a slot; slot 0 begins at a midnight UTC, and W(n years) has variance n on average */
  constructor(seed: number, symbol: string, profile: HourProfileKey, slotMs: number) {
    this.#nodeKey = streamKey(seed, symbol, 'node');
    this.#bridgeKey = streamKey(seed, symbol, 'bridge');
    this.#cascadeKey = streamKey(seed, symbol, 'cascade');
    this.#profile = new HourProfile(profile);
    this.#slotHours = slotMs / 3_600_000;
    const years = (PATH_SLOTS * this.#slotHours) / (365.25 * 24);
    this.#variance[0] = years;
    this.#right[0] = Math.sqrt(years) * normalFromHash(hashAt(this.#bridgeKey, 0));
    this.#split(0, 0);
    this.#descend(0, 0);
  }

  /**
   * Returns W at the beginning of a slot.
   * @throws RangeError outside 0 … 2^30 − 1
   */
  at(slot: number): number {
    if (!(slot >= 0 && slot < PATH_SLOTS)) throw new RangeError(`slot ${slot} lies outside the simulated market`);
    const changedBits = 32 - Math.clz32(slot ^ this.#slot);
    this.#slot = slot;
    this.#descend(slot, DEPTH - changedBits);
    return at(this.#left, DEPTH);
  }

  /**
   * Descends to the leaf of `slot` from the node at `fromDepth`. This node is on the cached path and on the path to the
   * new slot.
   */
  #descend(slot: number, fromDepth: number): void {
    for (let depth = fromDepth; depth < DEPTH; depth++) {
      const middle = at(this.#middle, depth);
      if ((slot >>> (DEPTH - 1 - depth)) & 1) {
        this.#left[depth + 1] = middle;
        this.#right[depth + 1] = at(this.#right, depth);
        this.#variance[depth + 1] = at(this.#variance, depth) - at(this.#leftVariance, depth);
      } else {
        this.#left[depth + 1] = at(this.#left, depth);
        this.#right[depth + 1] = middle;
        this.#variance[depth + 1] = at(this.#leftVariance, depth);
      }
      if (depth + 1 < DEPTH) this.#split(depth + 1, slot);
    }
  }

  #split(depth: number, slot: number): void {
    // Node numbers are those of a binary heap with root 1, so that each number is unique within 31 bits.
    const node = (1 << depth) | (slot >>> (DEPTH - depth));
    const bits = hashAt(this.#nodeKey, node);
    const variance = at(this.#variance, depth);
    const leftShare = this.#leftShare(depth, slot, bits);
    const leftVariance = variance * leftShare;
    const left = at(this.#left, depth);
    const deviation = Math.sqrt(leftVariance * (1 - leftShare));
    this.#leftVariance[depth] = leftVariance;
    this.#middle[depth] =
      left + leftShare * (at(this.#right, depth) - left) + deviation * normalFromHash(mix32(bits + this.#bridgeKey));
  }

  #leftShare(depth: number, slot: number, bits: number): number {
    const spread = at(SPREAD, depth);
    if (spread === 0) return 0.5;
    const cascade = 0.5 + (spread * mix32(bits ^ this.#cascadeKey)) / 2_147_483_648;
    if (depth > PROFILE_DEPTH_MAX) return cascade;
    const profile = this.#profileShare(depth, slot);
    const left = cascade * profile;
    return left / (left + (1 - cascade) * (1 - profile));
  }

  #profileShare(depth: number, slot: number): number {
    const size = 2 ** (DEPTH - depth);
    const first = slot - (slot % size);
    const start = this.#profile.until(first * this.#slotHours);
    const middle = this.#profile.until((first + size / 2) * this.#slotHours);
    const end = this.#profile.until((first + size) * this.#slotHours);
    return (middle - start) / (end - start);
  }
}

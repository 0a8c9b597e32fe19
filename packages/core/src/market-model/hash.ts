/**
 * 2^32 divided by the golden ratio, rounded to an odd number. It distributes consecutive numbers over all 32 bits
 * before they are mixed.
 */
const GOLDEN = 0x9e3779b1;

/**
 * Mixes 32 bits with the finaliser of MurmurHash3 (A. Appleby, public domain): a bijection in which each input bit
 * flips about half of the output bits. It uses only shifts, xors and Math.imul on 32-bit integers, so every engine
 * returns the same bits.
 */
export function mix32(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Returns 32 hashed bits for `index` of the stream `key`, as a signed integer. */
export const hashAt = (key: number, index: number): number => mix32(Math.imul(index, GOLDEN) ^ key);

/**
 * Returns the key of one random stream of one symbol and seed: the mixed FNV-1a hash of their text.
 * @param seed safe integer; all of its 53 bits count
 */
export function streamKey(seed: number, symbol: string, purpose: string): number {
  let h = 0x811c9dc5;
  for (const char of `${seed}/${symbol}/${purpose}`) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix32(h);
}

/** 2^32 / golden ratio, odd: spreads consecutive numbers over all 32 bits before they are mixed. */
const GOLDEN = 0x9e3779b1;

/**
 * MurmurHash3's 32-bit finaliser (A. Appleby, public domain): a bijection in which each input bit flips
 * about half of the output's. Only shifts, xors and Math.imul on 32-bit integers, so every engine agrees.
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
 * Returns the key of one random stream of one symbol and seed: FNV-1a over the text, mixed.
 * @param seed safe integer; all of its 53 bits count
 */
export function streamKey(seed: number, symbol: string, purpose: string): number {
  let h = 0x811c9dc5;
  for (const char of `${seed}/${symbol}/${purpose}`) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix32(h);
}

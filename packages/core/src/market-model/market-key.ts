import { type Brand, invariant } from '#kernel/index.ts';
import { ChaCha20 } from './chacha20.ts';

/** A secret of 256 bits from which the simulated market computes prices, times and payouts: 8 words of 32 bits. */
export type MarketKey = Brand<Int32Array, 'MarketKey'>;

/**
 * Uses of a key, as the first word of the nonce. Every key is either a parent of keys or a source of random words, and
 * each use has its own blocks.
 */
export const KEY_PURPOSE = { day: 1, symbol: 2, payout: 3, summary: 4, node: 5, tick: 6, demo: 7 } as const;

const KEY_BYTES = 32;
const KEY_WORDS = KEY_BYTES / 4;
/** Number of characters of a symbol in one block. */
const PIECE = 4;

/**
 * Returns the key with these bytes.
 * @param bytes 32 bytes of a cryptographic source of randomness
 */
export function marketKey(bytes: Uint8Array): MarketKey {
  invariant(bytes.length === KEY_BYTES, 'the key of a market has 32 bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, KEY_BYTES);
  return Int32Array.from({ length: KEY_WORDS }, (_, word) => view.getInt32(4 * word, true)) as MarketKey;
}

/** Derives the key of one use and index, one way: it gives no information about the parent or another child. */
export const childKey = (parent: MarketKey, purpose: number, index: number): MarketKey =>
  firstWords(new ChaCha20(parent).block(0, purpose, index, 0));

/** Derives the key of one symbol, of any length. */
export function symbolKey(parent: MarketKey, symbol: string): MarketKey {
  let key = parent;
  for (let at = 0; at < symbol.length; at += PIECE) {
    const [first, second] = [pair(symbol, at), pair(symbol, at + 2)];
    key = firstWords(new ChaCha20(key).block(symbol.length - at, KEY_PURPOSE.symbol, first, second));
  }
  return key;
}

/** Returns two characters of a text as one word. Characters beyond its end are 0. */
const pair = (text: string, at: number): number => codeAt(text, at) | (codeAt(text, at + 1) << 16);

const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : 0);

const firstWords = (block: Int32Array): MarketKey => block.slice(0, KEY_WORDS) as MarketKey;

/**
 * Returns the key of a small number. It is no secret, so it is only for prices that decide no trade of a user:
 * demonstrations, simulators of brokers, and tests.
 * @param seed safe integer; all of its 53 bits count
 */
export function demoKey(seed: number): MarketKey {
  const words = Int32Array.of(seed, Math.floor(seed / 2 ** 32), 0, 0, 0, 0, 0, 0) as MarketKey;
  return childKey(words, KEY_PURPOSE.demo, 0);
}

import { describe, expect, it } from 'vitest';
import { SIMULATED_ASSETS } from './assets.ts';
import { childKey, demoKey, KEY_PURPOSE, type MarketKey, marketKey, symbolKey } from './market-key.ts';
import { WordStream } from './word-stream.ts';

const PARENT = marketKey(Uint8Array.from({ length: 32 }, (_, index) => index));
const textOf = (key: MarketKey): string => key.join();
const countOf = (keys: readonly MarketKey[]): number => new Set(keys.map(textOf)).size;

describe('the keys of a market', () => {
  it('have exactly 32 bytes', () => {
    expect(textOf(marketKey(new Uint8Array(32).fill(255)))).toBe('-1,-1,-1,-1,-1,-1,-1,-1');
    for (const length of [0, 4, 31, 33]) expect(() => marketKey(new Uint8Array(length))).toThrow();
  });

  it('differ for every use, day and symbol', () => {
    const days = Array.from({ length: 400 }, (_, day) => childKey(PARENT, KEY_PURPOSE.day, 20_000 + day));
    const uses = Object.values(KEY_PURPOSE).map((purpose) => childKey(PARENT, purpose, 1));
    const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbolKey(PARENT, symbol));
    const alike = ['A', 'AA', 'AAAA', 'AAAAA', 'AAAAAAAA', 'EURUSD-OTC'].map((symbol) => symbolKey(PARENT, symbol));
    const all = [PARENT, ...days, ...uses, ...symbols, ...alike];
    expect(countOf(all)).toBe(all.length);
  });

  it('change in about half of their bits if one bit of the parent changes', () => {
    const other = PARENT.slice() as MarketKey;
    other[7] = (other[7] ?? 0) ^ 1;
    const [one, two] = [childKey(PARENT, KEY_PURPOSE.day, 20_000), childKey(other, KEY_PURPOSE.day, 20_000)];
    const changed = one.reduce((sum, word, index) => sum + bitCount(word ^ (two[index] ?? 0)), 0);
    expect(changed).toBeGreaterThan(90);
    expect(changed).toBeLessThan(166);
  });

  it('use all 53 bits of the seed of a demonstration', () => {
    const seeds = [0, 1, 2 ** 31, 2 ** 32, 2 ** 52, Number.MAX_SAFE_INTEGER];
    expect(countOf(seeds.map(demoKey))).toBe(seeds.length);
  });
});

describe('a stream of random words', () => {
  it('is the same after a restart, and different for another use, index or key', () => {
    const first = (purpose: number, index: number, key = PARENT): string => {
      const words = new WordStream(key, purpose);
      words.restart(index);
      return Array.from({ length: 40 }, () => words.next()).join();
    };
    expect(first(KEY_PURPOSE.node, 3)).toBe(first(KEY_PURPOSE.node, 3));
    const others = [first(KEY_PURPOSE.tick, 3), first(KEY_PURPOSE.node, 4), first(KEY_PURPOSE.node, 3, demoKey(1))];
    expect(new Set([first(KEY_PURPOSE.node, 3), ...others]).size).toBe(4);
  });

  it('continues with a new block after 16 words', () => {
    const words = new WordStream(PARENT, KEY_PURPOSE.node);
    expect(new Set(Array.from({ length: 1_600 }, () => words.next())).size).toBeGreaterThan(1_590);
  });
});

/** Returns the number of ones in a word. */
const bitCount = (word: number): number => (word >>> 0).toString(2).replaceAll('0', '').length;

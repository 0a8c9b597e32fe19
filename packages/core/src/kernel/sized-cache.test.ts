import { describe, expect, it } from 'vitest';
import { SizedCache } from './sized-cache.ts';

/** Returns a cache for 40 bytes, a function that reads a column of four bytes, and lists of what happened. */
function watched() {
  const dropped: Uint8Array[] = [];
  const cache = new SizedCache<Uint8Array>(40, (column) => dropped.push(column));
  const created: string[] = [];
  const get = (key: string, bytes = 4) =>
    cache.get(key, () => {
      created.push(key);
      return new Uint8Array(bytes);
    });
  return { get, created, dropped };
}

describe('a cache of columns', () => {
  it('creates a column once and returns the same one afterwards', () => {
    const { get, created } = watched();
    expect(get('a')).toBe(get('a'));
    expect(created).toEqual(['a']);
  });

  it('drops the least recently used column when its columns are too large together', () => {
    const { get, created, dropped } = watched();
    const [first] = [...'abcdefghij'].map((key) => get(key));
    get('b');
    expect(dropped).toEqual([]);
    get('k');
    expect(dropped).toEqual([first]);
    expect(dropped[0]).toBe(first);
    get('b');
    expect(created.join('')).toBe('abcdefghijk');
    get('a');
    expect(created.join('')).toBe('abcdefghijka');
  });

  it('keeps the nine columns that were used last, whatever their size', () => {
    const { get, created, dropped } = watched();
    for (const key of 'abcdefghiabcdefghi') get(key, 100);
    expect(created.join('')).toBe('abcdefghi');
    get('j', 100);
    expect(dropped).toHaveLength(1);
  });
});

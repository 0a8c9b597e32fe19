import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

describe('RecentMap', () => {
  it('evicts the least recently set entry', () => {
    const map = new RecentMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
  });

  it('deletes an entry only if its value has not changed', () => {
    const map = new RecentMap<object>(2);
    const [first, second] = [{}, {}];
    map.set('a', first);
    map.set('a', second);
    map.deleteIf('a', first);
    expect(map.get('a')).toBe(second);
    map.deleteIf('a', second);
    expect(map.get('a')).toBeUndefined();
  });

  it('deletes the entries that match a condition', () => {
    const map = new RecentMap<number>(3);
    for (const n of [1, 2, 3]) map.set(String(n), n);
    map.deleteWhere((n) => n > 1);
    expect(['1', '2', '3'].map((key) => map.get(key))).toEqual([1, undefined, undefined]);
  });
});

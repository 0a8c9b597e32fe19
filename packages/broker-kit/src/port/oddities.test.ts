import { describe, expect, it } from 'vitest';
import { Oddities, type Oddity } from './oddities.ts';

describe('the counter of broker messages that the adapter cannot interpret', () => {
  it('counts repetitions, and reports only the first of each message type', () => {
    const first: Oddity[] = [];
    const oddities = new Oddities((oddity) => void first.push(oddity));
    oddities.unknown('news');
    oddities.unknown('news');
    oddities.unreadable('news', true);
    expect(oddities.list()).toEqual([
      { kind: 'unknown', message: 'news', count: 2, touchesOrders: false },
      { kind: 'unreadable', message: 'news', count: 1, touchesOrders: true },
    ]);
    expect(first.map(({ kind }) => kind)).toEqual(['unknown', 'unreadable']);
  });

  it.each(['ana@example.com', 'a b', '', 'x'.repeat(60), '{"token":1}'])('stores no content as a name: %s', (name) => {
    const oddities = new Oddities();
    oddities.unknown(name);
    expect(oddities.list()).toMatchObject([{ message: 'other' }]);
  });

  it('stores a bounded number of names', () => {
    const oddities = new Oddities();
    for (let number = 0; number < 1_000; number += 1) oddities.unknown(`name${number}`);
    expect(oddities.list().length).toBeLessThanOrEqual(41);
    expect(oddities.list().reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });
});

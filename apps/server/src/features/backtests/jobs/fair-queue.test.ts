import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const taken = (queue: FairQueue<string>): string[] => {
  const items: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
};

describe('a fair queue', () => {
  it('returns items of all owners in turn, and items of one owner in the order in which they were added', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.charAt(0), item);
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('returns the item of a later owner before the remaining items of the first owner', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    expect(queue.take()).toBe('a1');
    queue.push('b', 'b1');
    expect(taken(queue)).toEqual(['a2', 'b1', 'a3']);
  });

  it('is empty after it is drained', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.drain().toSorted()).toEqual(['a1', 'b1']);
    expect(queue.take()).toBeUndefined();
  });
});

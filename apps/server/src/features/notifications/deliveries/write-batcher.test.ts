import { expect, it } from 'vitest';
import { WriteBatcher } from './write-batcher.ts';

it('WriteBatcher writes the first item at once, and together the items that arrive meanwhile', async () => {
  const written: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const writes = new WriteBatcher<number>((items) => {
    written.push(items);
    return new Promise((resolve) => ends.push(resolve));
  });
  const first = writes.add(1);
  await expect.poll(() => written).toEqual([[1]]);
  const others = [writes.add(2), writes.add(3)];
  ends[0]?.();
  await first;
  await expect.poll(() => written).toEqual([[1], [2, 3]]);
  ends[1]?.();
  await Promise.all(others);
});

it('WriteBatcher rejects the items of a failed write, and writes the next item', async () => {
  let isFailing = true;
  const writes = new WriteBatcher<number>(async () => {
    if (isFailing) throw new Error('the database is away');
  });
  await expect(writes.add(1)).rejects.toThrow('away');
  isFailing = false;
  await expect(writes.add(2)).resolves.toBeUndefined();
});

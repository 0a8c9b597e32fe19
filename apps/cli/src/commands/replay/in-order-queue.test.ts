import { describe, expect, it } from 'vitest';
import { InOrderQueue } from './in-order-queue.ts';

const item = (name: string) => ({ name });
const end = (how: string) => ({ how });

describe('items that end in another order than they began', () => {
  it('are passed on in the order in which they began, as soon as all earlier items have ended', () => {
    const passed: string[] = [];
    const items = new InOrderQueue<{ name: string }, { how: string }>(({ name }, how) =>
      passed.push(`${name} ${how?.how ?? 'open'}`),
    );
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(item);
    if (!a || !b || !c || !d) throw new Error('four items');
    for (const one of [a, b, c]) items.begin(one);
    items.end(b, end('won'));
    expect(passed).toEqual([]);
    items.end(a, end('lost'));
    expect(passed).toEqual(['a lost', 'b won']);
    items.begin(d);
    items.end(d, end('tie'));
    expect(passed).toHaveLength(2);
    items.finish();
    expect(passed).toEqual(['a lost', 'b won', 'c open', 'd tie']);
  });
});

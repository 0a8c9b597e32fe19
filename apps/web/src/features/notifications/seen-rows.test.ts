import { expect, it } from 'vitest';
import { SeenRows } from './seen-rows.ts';

it('a notification counts as read after 700 ms on the screen, even while it is still there', () => {
  const rows = new SeenRows();
  rows.appear(1, 0);
  rows.vanish(1, 700);
  rows.appear(2, 0);
  rows.vanish(2, 699);
  rows.appear(3, 100);
  rows.appear(4, 101);
  expect(rows.seen(800)).toEqual([3, 1]);
});

it('a notification that is scrolled past twice does not count as read', () => {
  const rows = new SeenRows();
  for (const startMs of [0, 2_000]) {
    rows.appear(1, startMs);
    rows.vanish(1, startMs + 500);
  }
  expect(rows.seen(9_000)).toEqual([]);
});

it('at most the hundred newest notifications are marked as read at once', () => {
  const rows = new SeenRows();
  for (let id = 1; id <= 120; id += 1) rows.appear(id, 0);
  expect(rows.seen(700)).toHaveLength(100);
  expect(rows.seen(700)[99]).toBe(21);
});

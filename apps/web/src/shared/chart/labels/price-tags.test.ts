import { expect, it } from 'vitest';
import { priceTags } from './price-tags.ts';

const AXIS = { width: 60, height: 300 };
const tag = (text: string, y: number) => ({ text, color: 'green', y });
const shown = (tags: readonly ReturnType<typeof tag>[], lastY = 150) =>
  priceTags(tags, AXIS, lastY).map(({ text, box }) => [text, box.top + box.height / 2]);

it('a price tag lies exactly at its price', () => {
  expect(shown([tag('1.1', 40), tag('1.0', 220)])).toEqual([
    ['1.1', 40],
    ['1.0', 220],
  ]);
});

it('a price tag that would overlap the last price or an earlier tag is omitted', () => {
  expect(shown([tag('a', 135), tag('b', 190), tag('c', 60), tag('d', 65)])).toEqual([
    ['b', 190],
    ['c', 60],
  ]);
});

it('a price tag out of view is omitted', () => {
  expect(shown([tag('a', -20), tag('b', 295)])).toEqual([]);
});

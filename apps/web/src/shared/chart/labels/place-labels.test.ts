import { expect, it } from 'vitest';
import { placeLabels } from './place-labels.ts';

const plot = { left: 0, top: 0, width: 100, height: 100 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 20 });
const placed = (wanted: Parameters<typeof placeLabels>[0], forbidden = [at(0, 80)]) =>
  Object.fromEntries(placeLabels(wanted, { plot, forbidden }));

it('placeLabels gives each label its first free box', () => {
  const wanted = [
    { id: 'a', priority: 2, places: [at(0, 0)] },
    { id: 'b', priority: 1, places: [at(10, 10), at(50, 10)] },
  ];
  expect(placed(wanted)).toEqual({ a: at(0, 0), b: at(50, 10) });
});

it('placeLabels lets labels touch each other and the edges of the plot', () => {
  const wanted = [
    { id: 'a', priority: 2, places: [at(60, 0)] },
    { id: 'b', priority: 1, places: [at(60, 20)] },
  ];
  expect(placed(wanted)).toEqual({ a: at(60, 0), b: at(60, 20) });
});

it('placeLabels drops the label with the lower priority, whatever the order of the list', () => {
  const important = { id: 'a', priority: 2, places: [at(0, 0)] };
  const other = { id: 'b', priority: 1, places: [at(1, 1)] };
  expect(placed([important, other])).toEqual({ a: at(0, 0) });
  expect(placed([other, important])).toEqual({ a: at(0, 0) });
});

it('placeLabels drops a label that would lie in a forbidden area or leave the plot', () => {
  expect(placed([{ id: 'a', priority: 1, places: [at(20, 70)] }])).toEqual({});
  expect(placed([{ id: 'a', priority: 1, places: [at(61, 0), at(-1, 0), at(0, -1), at(50, 81)] }])).toEqual({});
});

import { expect, it } from 'vitest';
import { type Box, leastCoveringPlace } from './toast-place.ts';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const LOW = box(0, 500, 390, 600);
const HIGH = box(0, 50, 390, 150);
const place = (kept: readonly Box[]) =>
  leastCoveringPlace(
    [
      ['low', LOW],
      ['high', HIGH],
    ],
    kept,
  );

it('toasts stay at their first place while no figure is there', () => {
  expect(place([])).toBe('low');
  expect(place([box(0, 200, 390, 499)])).toBe('low');
});

it('toasts leave a place where they would cover a figure', () => {
  expect(place([box(10, 480, 200, 520)])).toBe('high');
});

it('toasts take the place that covers less, if both cover a figure', () => {
  expect(place([box(0, 500, 390, 600), box(0, 140, 390, 200)])).toBe('high');
  expect(place([box(0, 590, 390, 640), box(0, 50, 390, 150)])).toBe('low');
});

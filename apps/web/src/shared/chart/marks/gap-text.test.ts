import { expect, it } from 'vitest';
import { gapText, lengthText } from './gap-text.ts';

it('a gap is labelled as a closed weekend, or as a hole with its duration', () => {
  const gap = { from: 3_600, to: 12_600, count: 150 };
  expect(gapText({ ...gap, kind: 'weekend' })).toBe('Fin de semana');
  expect(gapText({ ...gap, kind: 'hole' })).toBe('Hueco · 2 h 30 min');
});

it.each([
  [1, '1 min'],
  [60, '1 h'],
  [1_440, '1 d'],
  [1_500, '1 d 1 h'],
  [1_501, '1 d 1 h'],
  [14_400_000, '10,000 d'],
])('a duration of %s minutes is formatted as %s', (minutes, text) => {
  expect(lengthText(minutes)).toBe(text);
});

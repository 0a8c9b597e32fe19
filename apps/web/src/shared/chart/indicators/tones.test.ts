import { expect, it } from 'vitest';
import { toneOf } from './tones.ts';

it('toneOf gives nine lines nine different looks', () => {
  expect(new Set(Array.from({ length: 9 }, (_, number) => JSON.stringify(toneOf(number)))).size).toBe(9);
});

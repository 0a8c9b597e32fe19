import { describe, expect, it } from 'vitest';
import { decisiveAmong } from './several-cards.ts';

describe('the decisive cards among several', () => {
  it('need 1 / level alone, and more the more cards are seen', () => {
    expect(decisiveAmong([], 0.025)).toEqual([]);
    expect(decisiveAmong([40], 0.025)).toEqual([true]);
    expect(decisiveAmong([39.9], 0.025)).toEqual([false]);
    expect(decisiveAmong([40, 1], 0.025)).toEqual([false, false]);
    expect(decisiveAmong([80, 1], 0.025)).toEqual([true, false]);
  });

  it('are the largest group whose smallest value reaches the limit of its size', () => {
    // Ten cards: the limit is 400 for one, 200 for two, 134 for three.
    expect(decisiveAmong([150, 140, 135, 1, 1, 1, 1, 1, 1, 1], 0.025)).toEqual([
      true,
      true,
      true,
      ...Array.from({ length: 7 }, () => false),
    ]);
    expect(decisiveAmong([150, 140, 1, 1, 1, 1, 1, 1, 1, 1], 0.025)).not.toContain(true);
  });
});

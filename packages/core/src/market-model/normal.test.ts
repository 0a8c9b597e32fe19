import { describe, expect, it } from 'vitest';
import { demoKey } from './market-key.ts';
import { normalFromHash } from './normal.ts';
import { WordStream } from './word-stream.ts';

const randomWords = (seed: number): WordStream => new WordStream(demoKey(seed), 1);

/** Returns hash bits for the upper tail probability `probability`. */
const bitsOfTail = (probability: number): number => Math.round(probability * 4_294_967_296);

describe('normalFromHash', () => {
  it.each([
    [0.5 - 1e-9, 0],
    [0.25, 0.674489750196],
    [0.025, 1.95996398454],
    [0.02425, 1.97296117266],
    [0.001, 3.090232306168],
    [0.000001, 4.753424308823],
  ])('maps the tail probability %d to z = %d', (probability, z) => {
    expect(normalFromHash(bitsOfTail(probability))).toBeCloseTo(z, 4);
  });

  it('is exactly symmetric: only the sign bit selects the sign', () => {
    const words = randomWords(1);
    const bits = Array.from({ length: 100_000 }, () => words.next());
    expect(bits.filter((some) => normalFromHash(some) !== -normalFromHash(some ^ 0x80000000))).toEqual([]);
  });

  it('is finite for the smallest and the largest hash', () => {
    for (const bits of [0, -0x80000000, 0x7fffffff, -1]) expect(Math.abs(normalFromHash(bits))).toBeLessThan(6.5);
  });

  it('has the moments of a standard normal distribution', () => {
    const sums = [0, 0, 0, 0, 0];
    const count = 400_000;
    const words = randomWords(7);
    for (let index = 0; index < count; index++) {
      const z = normalFromHash(words.next());
      for (let power = 1; power <= 4; power++) sums[power] = (sums[power] ?? 0) + z ** power / count;
    }
    const [, mean, variance, skew, kurtosis] = sums;
    expect(mean).toBeCloseTo(0, 2);
    expect(variance).toBeCloseTo(1, 1);
    expect(skew).toBeCloseTo(0, 1);
    expect(kurtosis).toBeCloseTo(3, 1);
  });
});

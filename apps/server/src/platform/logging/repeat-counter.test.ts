import { describe, expect, it } from 'vitest';
import { RepeatCounter } from './repeat-counter.ts';

describe('RepeatCounter, which limits repeated log lines,', () => {
  it('writes the first line of a kind and counts the repetitions', () => {
    const repeats = new RepeatCounter<number>();
    expect([1, 2, 3].map((line) => repeats.isFirst('a', line))).toEqual([true, false, false]);
    expect(repeats.isFirst('b', 9)).toBe(true);
    expect(repeats.takeSummaries()).toEqual([{ count: 2, latest: 3 }]);
  });

  it('counts repeated lines again after a summary', () => {
    const repeats = new RepeatCounter<number>();
    for (const line of [1, 2]) repeats.isFirst('a', line);
    repeats.takeSummaries();
    expect(repeats.isFirst('a', 3)).toBe(false);
    expect(repeats.takeSummaries()).toEqual([{ count: 1, latest: 3 }]);
  });

  it('forgets a kind of line that did not occur between two summaries', () => {
    const repeats = new RepeatCounter<number>();
    repeats.isFirst('a', 1);
    expect(repeats.isCounting).toBe(true);
    expect(repeats.takeSummaries()).toEqual([]);
    expect(repeats.isCounting).toBe(false);
    expect(repeats.isFirst('a', 2)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { StreakFold } from './index.ts';

describe('the streaks of a series of trades', () => {
  it('are empty before the first decided trade', () => {
    expect(new StreakFold()).toMatchObject({ longestWinning: 0, longestLosing: 0, current: null });
  });

  it('hold the longest winning and losing streak, and the current one', () => {
    const streaks = new StreakFold();
    for (const result of ['won', 'won', 'won', 'lost', 'lost', 'won'] as const) streaks.add(result);
    expect([streaks.longestWinning, streaks.longestLosing]).toEqual([3, 2]);
    expect(streaks.current).toEqual({ result: 'won', trades: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { StreakFold } from './index.ts';

describe('streaks', () => {
  it('are none before anything is decided', () => {
    expect(new StreakFold()).toMatchObject({ longestWinning: 0, longestLosing: 0, current: null });
  });

  it('keep the longest of each kind and say how the last row stands', () => {
    const streaks = new StreakFold();
    for (const result of ['won', 'won', 'won', 'lost', 'lost', 'won'] as const) streaks.add(result);
    expect([streaks.longestWinning, streaks.longestLosing]).toEqual([3, 2]);
    expect(streaks.current).toEqual({ result: 'won', trades: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { expectancyPerTrade, longestLosingStreak, maxDrawdown, profitFactor } from './index.ts';

/** The running total of these profits is 80, −20, −20, −120, −220, −140, −60, −160. */
const PROFITS = [80, -100, 0, -100, -100, 80, 80, -100];

describe('a series of profits', () => {
  it('has the mean profit per trade, ties included, as its expectancy', () => {
    expect(expectancyPerTrade(PROFITS)).toBe(-20);
    expect(expectancyPerTrade([])).toBeNull();
  });

  it('has a profit factor only if a trade was lost', () => {
    expect(profitFactor(PROFITS)).toBe(240 / 400);
    expect(profitFactor([-100])).toBe(0);
    expect(profitFactor([80, 0])).toBeNull();
    expect(profitFactor([])).toBeNull();
  });

  it('has a longest losing streak, which a tie neither extends nor ends', () => {
    expect(longestLosingStreak(PROFITS)).toBe(3);
    expect(longestLosingStreak([80, 0, 80])).toBe(0);
    expect(longestLosingStreak([-1, 1, -1, -1])).toBe(2);
  });

  it('has a maximum drawdown, measured from the highest earlier total, which may be the start', () => {
    expect(maxDrawdown(PROFITS)).toBe(300);
    expect(maxDrawdown([-100, 80])).toBe(100);
    expect(maxDrawdown([80, 80])).toBe(0);
    expect(maxDrawdown([])).toBe(0);
  });
});

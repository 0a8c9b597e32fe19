import { describe, expect, it } from 'vitest';
import { fairShare } from './fair-share.ts';

describe('fair shares', () => {
  it.each([1, 2, 3, 5, 7, 16, 20])('of %i members add up, and differ by one at most', (members) => {
    const shares = Array.from({ length: members }, (_, place) => fairShare(16, { members, place }));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(16);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });
});

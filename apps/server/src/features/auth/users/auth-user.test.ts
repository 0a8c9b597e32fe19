import { describe, expect, it } from 'vitest';
import { isBanned } from './auth-user.ts';

describe('isBanned', () => {
  it.each([
    ['none', null, false],
    ['one that is over', new Date(999), false],
    ['one that ends this moment', new Date(1_000), false],
    ['one that lasts', new Date(1_001), true],
    ['a permanent one, which is an invalid Date', new Date(Number.NaN), true],
  ])('is true only while a ban is in force: %s', (_name, bannedUntil, banned) => {
    expect(isBanned({ bannedUntil }, 1_000)).toBe(banned);
  });
});

import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { addressKey, isLoopback } from './address.ts';
import { RateLimiter } from './throttle.ts';

describe('RateLimiter', () => {
  it('drops the least recently used key if there are too many keys', () => {
    const limiter = new RateLimiter(new ManualClock(0));
    const limit = { burst: 1, windowMs: 30_000 };
    limiter.take('first', limit);
    for (let n = 0; n < 20_000; n += 1) limiter.take(`flood-${n}`, limit);
    expect(limiter.take('first', limit)).toBe(0);
  });

  it('admits a burst, and then as many requests as the window refills', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock);
    const limit = { burst: 3, windowMs: 30_000 };
    expect([1, 2, 3].map(() => limiter.take('a', limit))).toEqual([0, 0, 0]);
    expect(limiter.take('a', limit)).toBe(10_000);
    expect(limiter.take('b', limit)).toBe(0);
    clock.advance(10_000);
    expect(limiter.take('a', limit)).toBe(0);
    expect(limiter.take('a', limit)).toBe(10_000);
  });
});

describe('requests that another process has admitted', () => {
  it('are subtracted from the local bucket, down to at most minus one burst', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock);
    const limit = { burst: 3, windowMs: 30_000 };
    limiter.charge('a', limit, 2);
    expect(limiter.take('a', limit)).toBe(0);
    limiter.charge('a', limit, 1_000);
    expect(limiter.take('a', limit)).toBe(40_000);
    clock.advance(40_000);
    expect(limiter.take('a', limit)).toBe(0);
  });
});

describe('a jump of the wall clock', () => {
  it.each([-300_000, 300_000, -1_000])('by %d ms does not change how many requests are admitted', (jumpMs) => {
    const clock = new ManualClock(1_790_000_000_000);
    const limiter = new RateLimiter(clock);
    const limit = { burst: 3, windowMs: 30_000 };
    expect(limiter.take('a', limit)).toBe(0);
    clock.jump(jumpMs);
    expect([1, 2, 3].map(() => limiter.take('a', limit))).toEqual([0, 0, 10_000]);
  });
});

describe('addressKey, which groups IP addresses for rate limits,', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('returns for %s the key %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe('isLoopback', () => {
  it('is true only for the addresses of this machine', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect(['128.0.0.1', '::2'].some(isLoopback)).toBe(false);
  });
});

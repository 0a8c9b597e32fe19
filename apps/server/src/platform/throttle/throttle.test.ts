import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { addressKey, isLoopback } from './address.ts';
import { delayAfter, GrowingDelay, RateLimiter } from './throttle.ts';

describe('rate limiter', () => {
  it('lets a burst through and then as many as the window refills', () => {
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

describe('growing delay', () => {
  it('doubles from one second to a minute after ten failures', () => {
    expect([0, 9, 10, 11, 12, 16, 40].map(delayAfter)).toEqual([0, 0, 1_000, 2_000, 4_000, 60_000, 60_000]);
  });

  it('lets a try through once its wait is over and starts afresh after a success', () => {
    const clock = new ManualClock(0);
    const delay = new GrowingDelay(clock);
    for (let n = 0; n < 10; n += 1) delay.begin('ana');
    expect(delay.waitMs('ana')).toBe(1_000);
    clock.advance(1_000);
    expect(delay.waitMs('ana')).toBe(0);
    delay.succeed('ana');
    delay.begin('ana');
    expect(delay.waitMs('ana')).toBe(0);
  });

  it('forgets the least recently used key when a flood of keys comes', () => {
    const delay = new GrowingDelay(new ManualClock(0));
    for (let n = 0; n < 10; n += 1) delay.begin('first');
    for (let n = 0; n < 20_000; n += 1) delay.begin(`flood-${n}`);
    expect(delay.waitMs('first')).toBe(0);
  });
});

describe('address key', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  it('tells the machine itself apart', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect(['128.0.0.1', '::2'].some(isLoopback)).toBe(false);
  });
});

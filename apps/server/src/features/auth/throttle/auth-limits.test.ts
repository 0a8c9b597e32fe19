import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { AuthLimits } from './auth-limits.ts';

const MINUTE_MS = 60_000;

describe('password tries', () => {
  const attack = (limits: AuthLimits, ip: string, tries: number) =>
    Array.from({ length: tries }, () => limits.beginPassword({ account: 'ana', ip, knownAddress: false }).ok);

  it('slow down together however many begin at once', () => {
    const limits = new AuthLimits(new ManualClock(0), 0);
    expect(attack(limits, '203.0.113.5', 30).filter(Boolean)).toHaveLength(10);
  });

  it('from other addresses slow each other down but not the address the owner is known at', () => {
    const limits = new AuthLimits(new ManualClock(0), 0);
    for (let n = 0; n < 10; n += 1) attack(limits, `203.0.113.${n}`, 1);
    expect(attack(limits, '203.0.113.99', 1)).toEqual([false]);
    expect(limits.beginPassword({ account: 'ana', ip: '198.51.100.7', knownAddress: true }).ok).toBe(true);
  });

  it('across many accounts slow one address down', () => {
    const limits = new AuthLimits(new ManualClock(0), 0);
    const spray = (n: number) => limits.beginPassword({ account: `user-${n}`, ip: '203.0.113.5', knownAddress: false });
    const outcomes = Array.from({ length: 61 }, (_, n) => spray(n));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60);
    expect(outcomes.at(-1)).toMatchObject({ error: { code: 'over_request_rate_limit', retryAfterS: 5 } });
  });

  it('never lock an owner out for longer than a minute', () => {
    const clock = new ManualClock(0);
    const limits = new AuthLimits(clock, 0);
    for (let n = 0; n < 100; n += 1) {
      attack(limits, '203.0.113.5', 1);
      clock.advance(MINUTE_MS);
    }
    expect(attack(limits, '203.0.113.5', 1)).toEqual([true]);
  });
});

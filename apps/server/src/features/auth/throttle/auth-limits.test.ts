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

describe('mails to one address', () => {
  const EMAIL = 'ana@example.com';
  const waitOf = (outcome: ReturnType<AuthLimits['admitMail']>) => (outcome.ok ? 0 : outcome.error.retryAfterS);

  it('come once an interval, whatever they are about', () => {
    const clock = new ManualClock(0);
    const limits = new AuthLimits(clock, MINUTE_MS);
    expect(waitOf(limits.admitMail('other', EMAIL))).toBe(0);
    clock.advance(30_000);
    expect(limits.admitMail('other', EMAIL)).toMatchObject({
      error: { code: 'over_email_send_rate_limit', retryAfterS: 30 },
    });
    expect(waitOf(limits.admitMail('other', 'eva@example.com'))).toBe(0);
    clock.advance(30_000);
    expect(waitOf(limits.admitMail('other', EMAIL))).toBe(0);
  });

  it('of a sign-up come three times an interval, and the others wait for them', () => {
    const limits = new AuthLimits(new ManualClock(0), MINUTE_MS);
    expect([1, 2, 3, 4].map(() => waitOf(limits.admitMail('signUp', EMAIL)))).toEqual([0, 0, 0, 20]);
    expect(waitOf(limits.admitMail('other', EMAIL))).toBe(60);
  });

  it('come ten times an hour in all', () => {
    const clock = new ManualClock(0);
    const limits = new AuthLimits(clock, 1_000);
    const sent = Array.from({ length: 12 }, () => {
      clock.advance(1_000);
      return waitOf(limits.admitMail('other', EMAIL)) === 0;
    });
    expect(sent.filter(Boolean)).toHaveLength(10);
    clock.advance(6 * MINUTE_MS);
    expect(waitOf(limits.admitMail('other', EMAIL))).toBe(0);
  });

  it('are not limited where the interval is zero', () => {
    const limits = new AuthLimits(new ManualClock(0), 0);
    expect(Array.from({ length: 20 }, () => limits.admitMail('signUp', EMAIL).ok)).not.toContain(false);
  });
});

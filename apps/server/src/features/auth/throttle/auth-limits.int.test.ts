import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { AuthLimits } from './auth-limits.ts';

const MINUTE_MS = 60_000;

let test: TestDatabase;
let clock: ManualClock;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.sql`DELETE FROM throttle`;
  clock = new ManualClock(1_790_000_000_000);
});

/** Creates the limits of one server process. */
const limitsWith = (emailIntervalMs: number) => new AuthLimits(new SharedThrottle(test.db, clock), emailIntervalMs);

describe('AuthLimits.beginPassword', () => {
  const attack = (limits: AuthLimits, ip: string) => limits.beginPassword({ account: 'ana', ip, knownAddress: false });

  it('admits ten of thirty concurrent attempts', async () => {
    const limits = limitsWith(0);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => attack(limits, '203.0.113.5')));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
  });

  it('admits ten concurrent attempts in total across two processes', async () => {
    const processes = [limitsWith(0), limitsWith(0)];
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, () => processes.map((limits) => attack(limits, '203.0.113.5'))).flat(),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
  });

  it('delays attempts from unknown client IP addresses, but not from an address that the owner used before', async () => {
    const limits = limitsWith(0);
    for (let n = 0; n < 10; n += 1) await attack(limits, `203.0.113.${n}`);
    expect((await attack(limits, '203.0.113.99')).ok).toBe(false);
    expect((await limits.beginPassword({ account: 'ana', ip: '198.51.100.7', knownAddress: true })).ok).toBe(true);
  });

  it('resets the count of failed attempts of an account after the correct password', async () => {
    const limits = limitsWith(0);
    const attempt = { account: 'ana', ip: '203.0.113.5', knownAddress: false };
    for (let n = 0; n < 9; n += 1) await limits.beginPassword(attempt);
    await limits.passwordMatched(attempt);
    for (let n = 0; n < 10; n += 1) expect((await limits.beginPassword(attempt)).ok).toBe(true);
    expect((await limits.beginPassword(attempt)).ok).toBe(false);
  });

  it('limits the attempts of one client IP address across all accounts', async () => {
    const limits = limitsWith(0);
    const outcomes = [];
    for (let n = 0; n < 61; n += 1) {
      outcomes.push(await limits.beginPassword({ account: `user-${n}`, ip: '203.0.113.5', knownAddress: false }));
    }
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60);
    expect(outcomes.at(-1)).toMatchObject({ error: { code: 'over_request_rate_limit', retryAfterS: 5 } });
  });

  it('never delays an owner for longer than a minute', async () => {
    const limits = limitsWith(0);
    for (let n = 0; n < 100; n += 1) {
      await attack(limits, '203.0.113.5');
      clock.advance(MINUTE_MS);
    }
    expect((await attack(limits, '203.0.113.5')).ok).toBe(true);
  });
});

describe('AuthLimits.admitMail', () => {
  const EMAIL = 'ana@example.com';
  const waitOf = (outcome: Awaited<ReturnType<AuthLimits['admitMail']>>) =>
    outcome.ok ? 0 : outcome.error.retryAfterS;

  it('admits one mail to an address per interval across all processes', async () => {
    const [limits, other] = [limitsWith(MINUTE_MS), limitsWith(MINUTE_MS)];
    expect(waitOf(await limits.admitMail('other', EMAIL))).toBe(0);
    clock.advance(30_000);
    expect(await other.admitMail('other', EMAIL)).toMatchObject({
      error: { code: 'over_email_send_rate_limit', retryAfterS: 30 },
    });
    expect(waitOf(await other.admitMail('other', 'eva@example.com'))).toBe(0);
    clock.advance(30_000);
    expect(waitOf(await other.admitMail('other', EMAIL))).toBe(0);
  });

  it('admits three sign-up mails per interval, and delays other mails after a sign-up mail', async () => {
    const limits = limitsWith(MINUTE_MS);
    const waits = [];
    for (let n = 0; n < 4; n += 1) waits.push(waitOf(await limits.admitMail('signUp', EMAIL)));
    expect(waits).toEqual([0, 0, 0, 20]);
    expect(waitOf(await limits.admitMail('other', EMAIL))).toBe(60);
  });

  it('admits ten mails of all kinds to an address per hour', async () => {
    const limits = limitsWith(1_000);
    let sent = 0;
    for (let n = 0; n < 12; n += 1) {
      clock.advance(1_000);
      if (waitOf(await limits.admitMail('other', EMAIL)) === 0) sent += 1;
    }
    expect(sent).toBe(10);
    clock.advance(6 * MINUTE_MS);
    expect(waitOf(await limits.admitMail('other', EMAIL))).toBe(0);
  });

  it('admits every mail if the interval is zero', async () => {
    const limits = limitsWith(0);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => limits.admitMail('signUp', EMAIL)));
    expect(outcomes.map(({ ok }) => ok)).not.toContain(false);
  });
});

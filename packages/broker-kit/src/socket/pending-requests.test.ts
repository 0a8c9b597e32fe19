import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { PendingRequests } from './pending-requests.ts';

const pendingAt = () => {
  const clock = new ManualClock(0);
  return { clock, pending: new PendingRequests<number, string>(clock) };
};

describe('pending requests', () => {
  it('deliver each response once, to the caller of its request', async () => {
    const { pending } = pendingAt();
    const [one, two] = [pending.wait(1, 1_000), pending.wait(2, 1_000)];
    expect(pending.settle(2, 'b')).toBe(true);
    expect(pending.settle(1, 'a')).toBe(true);
    expect(pending.settle(1, 'again')).toBe(false);
    expect(await Promise.all([one, two])).toEqual([
      { ok: true, value: 'a' },
      { ok: true, value: 'b' },
    ]);
  });

  it('time out without a response, and ignore a late response', async () => {
    const { clock, pending } = pendingAt();
    const asked = pending.wait(1, 1_000);
    clock.advance(1_000);
    expect(await asked).toEqual({ ok: false, error: 'timeout' });
    expect(pending.settle(1, 'late')).toBe(false);
  });

  it('end without a response when the connection is lost, and leave no timer', async () => {
    const { clock, pending } = pendingAt();
    const lost = [pending.wait(1, 1_000), pending.wait(2, 1_000)];
    pending.failAll('connection_lost');
    expect(await Promise.all(lost)).toEqual([
      { ok: false, error: 'connection_lost' },
      { ok: false, error: 'connection_lost' },
    ]);
    const again = pending.wait(1, 5_000);
    clock.advance(1_000);
    pending.settle(1, 'in time');
    expect(await again).toEqual({ ok: true, value: 'in time' });
  });
});

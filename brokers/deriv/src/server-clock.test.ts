import { describe, expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

describe('the measured offset of Deriv’s clock', () => {
  it('becomes more precise with every answer, and is measured again after one of the clocks jumps', () => {
    const clock = new ServerClock();
    expect(clock.time()).toEqual({ offsetMs: null, roundTripMs: null });
    const observe = (sentMs: number, aheadMs: number) =>
      clock.observe(sentMs, sentMs + 40, Math.floor((sentMs + 20 + aheadMs) / 1_000));
    for (let n = 0; n < 20; n += 1) observe(1_000_000 + n * 1_370, 2_340);
    const { offsetMs, roundTripMs } = clock.time();
    expect(Math.abs((offsetMs ?? 0) - 2_340)).toBeLessThan(150);
    expect(roundTripMs).toBe(40);
    observe(2_000_000, -60_000);
    expect(Math.abs((clock.time().offsetMs ?? 0) + 60_000)).toBeLessThan(600);
  });
});

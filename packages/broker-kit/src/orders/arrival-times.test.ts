import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { ArrivalTimes } from './arrival-times.ts';

const SENT = { sentAtMs: 60_000 };

function at(...dropsMs: readonly number[]): ArrivalTimes {
  const clock = new ManualClock(0);
  const arrivals = new ArrivalTimes(clock);
  for (const dropMs of dropsMs) {
    clock.advance(dropMs - clock.now());
    arrivals.onDrop();
  }
  return arrivals;
}

describe('an unanswered order', () => {
  it('is provably absent eight seconds after it was sent, on a socket that stays open', () => {
    expect(at().provableFromMs(SENT)).toBe(68_000);
    expect(at(10_000, 59_999).provableFromMs(SENT)).toBe(68_000);
  });

  it('is provably absent eight seconds after its socket ended, after any period of silence', () => {
    expect(at(60_000).provableFromMs(SENT)).toBe(68_000);
    expect(at(30_000, 105_000).provableFromMs(SENT)).toBe(113_000);
  });

  it('is not provably absent any later if further sockets close after the socket that sent it', () => {
    expect(at(61_000, 65_000, 69_000).provableFromMs(SENT)).toBe(69_000);
  });

  it('is not provably absent until eight seconds after it was sent, even after 150 disconnects', () => {
    const drops = Array.from({ length: 150 }, (_, index) => 60_000 + index * 1_000);
    expect(at(...drops).provableFromMs(SENT)).toBeGreaterThanOrEqual(68_000);
  });

  it.each([
    ['ahead', 300_000],
    ['back', -300_000],
  ])(
    'is provably absent exactly eight real seconds after the clock is set %s, if it was sent before',
    (_way, jumpMs) => {
      const clock = new ManualClock(60_000);
      const arrivals = new ArrivalTimes(clock);
      clock.advance(1_000);
      arrivals.onDrop();
      clock.jump(jumpMs);
      expect(arrivals.provableFromMs(SENT)).toBe(clock.now() + 8_000);
      clock.advance(8_000);
      expect(arrivals.provableFromMs(SENT)).toBe(clock.now());
    },
  );

  it('is provably absent eight seconds after it was sent, if the clock was set before the order', () => {
    const clock = new ManualClock(0);
    const arrivals = new ArrivalTimes(clock);
    clock.jump(-300_000);
    arrivals.onDrop();
    clock.advance(360_000);
    expect(arrivals.provableFromMs(SENT)).toBe(68_000);
  });
});

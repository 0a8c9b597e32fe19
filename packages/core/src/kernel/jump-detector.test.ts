import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { JumpDetector } from './jump-detector.ts';

describe('JumpDetector', () => {
  it('reports a jump of wall time once, with its direction', () => {
    const clock = new ManualClock(1_790_000_000_000);
    const jumps = new JumpDetector(clock);
    clock.advance(3_600_000);
    expect(jumps.observeMs()).toBe(0);
    for (const jumpMs of [300_000, -300_000, 1_000, -10 * 365 * 86_400_000]) {
      clock.jump(jumpMs);
      clock.advance(250);
      expect(jumps.observeMs()).toBe(jumpMs);
      expect(jumps.observeMs()).toBe(0);
    }
  });

  it('ignores corrections below half a second', () => {
    const clock = new ManualClock(1_790_000_000_000);
    const jumps = new JumpDetector(clock);
    for (let n = 0; n < 10; n += 1) {
      clock.jump(n % 2 === 0 ? 499 : -499);
      expect(jumps.observeMs()).toBe(0);
    }
  });
});

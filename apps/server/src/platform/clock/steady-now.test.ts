import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { createSteadyNow } from './steady-now.ts';

const START_MS = 1_790_000_000_000;

describe('the clock of createSteadyNow', () => {
  it('follows elapsed time and a step back of the system clock, and ignores a jump ahead of the system clock', () => {
    const clock = new ManualClock(START_MS);
    const steadyNow = createSteadyNow(clock);
    clock.advance(60_000);
    expect(steadyNow()).toBe(START_MS + 60_000);
    clock.jump(3_600_000);
    expect(steadyNow()).toBe(START_MS + 60_000);
    clock.jump(-7_200_000);
    expect(steadyNow()).toBe(START_MS + 60_000 - 3_600_000);
  });
});

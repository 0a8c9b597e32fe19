import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

const TEN_YEARS_MS = 3_652 * 86_400_000;

describe('ClockWatch', () => {
  it.each([1_000, 300_000, TEN_YEARS_MS])(
    'reports a clock that was set back by %d ms as behind until it is corrected',
    (ms) => {
      const clock = new ManualClock(1_790_000_000_000);
      const watch = new ClockWatch(clock);
      watch.observe(clock.now());
      clock.jump(-ms);
      clock.advance(400);
      expect(watch.isBehind(clock.now())).toBe(true);
      clock.jump(ms);
      expect(watch.isBehind(clock.now())).toBe(false);
    },
  );

  it('reports a clock that was set back as behind until it has reached its highest earlier reading', () => {
    const clock = new ManualClock(1_790_000_000_000);
    const watch = new ClockWatch(clock);
    watch.observe(clock.now());
    clock.jump(-300_000);
    clock.advance(299_000);
    expect(watch.isBehind(clock.now())).toBe(true);
    clock.advance(1_000);
    expect(watch.isBehind(clock.now())).toBe(false);
  });

  it('does not report a clock as behind after a jump ahead is corrected', () => {
    const clock = new ManualClock(1_790_000_000_000);
    const watch = new ClockWatch(clock);
    clock.jump(TEN_YEARS_MS);
    watch.observe(clock.now());
    clock.jump(-TEN_YEARS_MS);
    expect(watch.isBehind(clock.now())).toBe(false);
  });
});

import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { ThrottledEvent } from './throttled-event.ts';

it('ThrottledEvent calls its handler at the first trigger, and then once per interval', () => {
  const clock = new ManualClock(0);
  const toldAtMs: number[] = [];
  const news = new ThrottledEvent(durationMs(1_000), clock, () => void toldAtMs.push(clock.now()));
  for (const pauseMs of [0, 100, 100, 1_900, 5_000]) {
    clock.advance(pauseMs);
    news.trigger();
  }
  clock.advance(10_000);
  expect(toldAtMs).toEqual([0, 1_000, 2_100, 7_100]);
});

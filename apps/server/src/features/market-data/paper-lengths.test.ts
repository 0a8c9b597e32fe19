import { minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import { expect, it } from 'vitest';
import { paperSeconds, paperSecondsOn } from './paper-lengths.ts';

it('the paper account takes only the listed durations in seconds, and only on the simulated market', () => {
  expect(paperSecondsOn('simulated')).toEqual([15, 30, 45]);
  for (const lengthS of paperSecondsOn('simulated'))
    expect(paperSeconds('simulated', secondsLong(lengthS))).toBe(lengthS);
  for (const lengthS of [1, 5, 14, 20, 90]) expect(paperSeconds('simulated', secondsLong(lengthS))).toBeNull();
  for (const source of ['deriv', 'replay', 'iqoption'] as const) {
    expect(paperSecondsOn(source)).toEqual([]);
    expect(paperSeconds(source, secondsLong(15))).toBeNull();
  }
});

it('the paper account accepts durations in minutes on every price source, but durations in ticks on none', () => {
  for (const source of ['simulated', 'deriv', 'replay', 'iqoption'] as const) {
    expect(paperSeconds(source, minutesLong(5))).toBe(300);
    expect(paperSeconds(source, ticksLong(5))).toBeNull();
  }
});

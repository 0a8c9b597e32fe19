import { DAY_CURVE_POINTS } from '@vigia/contract';
import { expect, it } from 'vitest';
import { curveOfDay } from './day-summary.ts';
import { MinuteWindow } from './minute-window.ts';

const START_TIME = 1_772_409_600;

/** Returns a window of minutes whose close is the number of the minute. */
function windowOf(minutes: readonly number[]): MinuteWindow {
  const window = new MinuteWindow();
  for (const minute of minutes)
    window.append({ time: START_TIME + minute * 60, open: minute, high: minute, low: minute, close: minute });
  return window;
}
const minutesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

it('curveOfDay returns the last close of each half hour of the last 24 hours', () => {
  const curve = curveOfDay(windowOf(minutesFrom(0, 1_500)));
  expect(curve).toHaveLength(DAY_CURVE_POINTS);
  expect([curve[0], curve.at(-1)]).toEqual([89, 1_499]);
});

it('curveOfDay leaves out half hours without prices', () => {
  expect(curveOfDay(windowOf([...minutesFrom(0, 30), ...minutesFrom(1_410, 30)]))).toEqual([29, 1_439]);
});

it('curveOfDay is empty without history, and has one point after one minute', () => {
  expect(curveOfDay(windowOf([]))).toEqual([]);
  expect(curveOfDay(windowOf([7]))).toEqual([7]);
});

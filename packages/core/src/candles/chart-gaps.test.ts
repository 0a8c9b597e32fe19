import { describe, expect, it } from 'vitest';
import { chartGaps } from './chart-gaps.ts';
import { meetsSaturday } from './history-gaps.ts';

const at = (text: string): number => Date.parse(`${text}:00Z`) / 1_000;
const HOUR_S = 3_600;

describe('the gaps of a chart', () => {
  it('exclude the time before the first and after the last candle, and do not exist between adjacent candles', () => {
    expect(chartGaps([], 60, false)).toEqual([]);
    expect(chartGaps([600, 660, 720], 60, false)).toEqual([]);
  });

  it('include a hole on weekdays, with the number of missing candles', () => {
    const [from, to] = [at('2026-11-03T11:00'), at('2026-11-03T14:00')];
    const times = [from - HOUR_S, to];
    expect(chartGaps(times, HOUR_S, false)).toEqual([{ from, to, count: 3, kind: 'hole' }]);
  });

  it.each([
    [HOUR_S, '2026-11-06T21:00', '2026-11-08T22:00'],
    [4 * HOUR_S, '2026-11-06T20:00', '2026-11-08T20:00'],
    [24 * HOUR_S, '2026-11-06T00:00', '2026-11-09T00:00'],
  ])('include a closed weekend, in candles of %s s', (step, last, next) => {
    expect(chartGaps([at(last), at(next)], step, false)).toMatchObject([{ kind: 'weekend' }]);
  });

  it('are holes on weekends too, if the market trades on Saturdays', () => {
    const times = [at('2026-11-06T21:00'), at('2026-11-08T22:00')];
    expect(chartGaps(times, HOUR_S, true)).toMatchObject([{ kind: 'hole' }]);
  });
});

describe('a time span', () => {
  it.each([
    ['2026-11-07T02:00', '2026-11-07T02:00', true],
    ['2026-11-07T19:59', '2026-11-07T23:00', true],
    ['2026-11-06T22:00', '2026-11-08T22:00', true],
    ['2026-11-06T22:00', '2026-11-07T01:59', false],
    ['2026-11-07T20:00', '2026-11-08T22:00', false],
    ['2026-11-03T10:00', '2026-11-05T10:00', false],
  ])('from %s to %s meets a Saturday: %s', (from, to, meets) => {
    expect(meetsSaturday(at(from), at(to))).toBe(meets);
  });
});

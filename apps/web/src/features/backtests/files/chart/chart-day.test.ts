import { expect, it } from 'vitest';
import { dayIn, startOfDay } from './chart-day.ts';

it('dayIn returns the calendar day of an instant in a time zone', () => {
  expect(dayIn('America/New_York', '2018-07-02T03:59:00Z')).toBe('2018-07-01');
  expect(dayIn('America/New_York', '2018-07-02T04:00:00Z')).toBe('2018-07-02');
});

it('startOfDay returns the midnight of the time zone, in winter and in summer', () => {
  expect(startOfDay('America/New_York', '2018-07-02')).toBe(Date.parse('2018-07-02T04:00:00Z') / 1_000);
  expect(startOfDay('America/New_York', '2018-01-02')).toBe(Date.parse('2018-01-02T05:00:00Z') / 1_000);
});

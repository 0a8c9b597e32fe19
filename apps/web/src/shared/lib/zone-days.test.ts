import { expect, it } from 'vitest';
import { addDays, dayIn, startOfDayIn } from './zone-days.ts';

it.each([
  ['America/Bogota', '2026-11-21T04:59:59.999Z', '2026-11-20'],
  ['America/Bogota', '2026-11-21T05:00:00.000Z', '2026-11-21'],
  ['Asia/Tokyo', '2026-11-20T15:00:00.000Z', '2026-11-21'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-21'],
])('dayIn returns the calendar day of a time in the time zone %s', (zone, at, day) => {
  expect(dayIn(Date.parse(at), zone)).toBe(day);
});

it.each([
  ['an ordinary day', 'America/Bogota', '2026-11-21', '2026-11-21T05:00:00.000Z'],
  ['the day the clocks go forward', 'America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['the day after', 'America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['a day east of UTC on which they go forward', 'Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z'],
  ['a day east of UTC on which they go back', 'Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z'],
  ['a day that begins at 01:00', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['a day before whose midnight an hour comes twice', 'America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  ['a day whose first hour comes twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('startOfDayIn returns the time at which the day starts: %s', (_what, zone, day, at) => {
  const beginningMs = startOfDayIn(day, zone);
  expect(new Date(beginningMs).toISOString()).toBe(at);
  expect(dayIn(beginningMs, zone)).toBe(day);
  expect(dayIn(beginningMs - 1, zone)).toBe(addDays(day, -1));
});

it('addDays adds days across the ends of months and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-10', -29)).toBe('2026-02-09');
});

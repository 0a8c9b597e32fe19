import { expect, it } from 'vitest';
import { dayAndTime } from './day-words.ts';

const NOW_MS = Date.parse('2026-11-21T19:05:00.000Z'); // Saturday, 14:05 in Bogotá
const inBogota = (instant: string) => dayAndTime(instant, NOW_MS, 'America/Bogota');

it.each([
  ['2026-11-22T04:59:00.000Z', 'hoy a las 23:59'],
  ['2026-11-22T05:00:00.000Z', 'mañana a las 00:00'],
  ['2026-11-22T19:05:00.000Z', 'mañana a las 14:05'],
  ['2026-11-22T06:30:00.000Z', 'mañana a la 01:30'],
  ['2026-11-23T05:00:00.000Z', 'el lunes a las 00:00'],
  ['2026-11-27T05:00:00.000Z', 'el viernes a las 00:00'],
  ['2026-11-28T05:00:00.000Z', 'el 28 nov a las 00:00'],
])('dayAndTime formats %s in the time zone of the user', (instant, text) => {
  expect(inBogota(instant)).toBe(text);
});

it('dayAndTime counts calendar days across a clock change', () => {
  const eve = Date.parse('2026-10-24T22:30:00.000Z'); // 00:30 in Madrid on the day that has 25 hours
  expect(dayAndTime('2026-10-25T22:59:00.000Z', eve, 'Europe/Madrid')).toBe('hoy a las 23:59');
  expect(dayAndTime('2026-10-25T23:00:00.000Z', eve, 'Europe/Madrid')).toBe('mañana a las 00:00');
});

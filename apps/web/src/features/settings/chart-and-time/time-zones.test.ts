import { expect, it } from 'vitest';
import { cityOf, offsetText, zoneGroups } from './time-zones.ts';

const NOV_MS = Date.parse('2026-11-21T12:00:00Z');
const JUL_MS = Date.parse('2026-07-21T12:00:00Z');

it.each([
  ['America/Bogota', 'Bogota'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires, Argentina'],
  ['UTC', 'UTC'],
])('cityOf converts %s to %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

it('offsetText returns the UTC offset of a time zone, with daylight saving time', () => {
  expect(offsetText('America/Bogota', NOV_MS)).toBe('UTC−5');
  expect(offsetText('Europe/Madrid', NOV_MS)).toBe('UTC+1');
  expect(offsetText('Europe/Madrid', JUL_MS)).toBe('UTC+2');
  expect(offsetText('UTC', NOV_MS)).toBe('UTC');
});

it('zoneGroups lists every time zone once, including the time zone of the user', () => {
  const names = zoneGroups('America/Bogota').flatMap(({ zones }) => zones.map(({ name }) => name));
  expect(names).toContain('America/Bogota');
  expect(names).toContain('UTC');
  expect(new Set(names).size).toBe(names.length);
});

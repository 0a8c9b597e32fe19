import { expect, it } from 'vitest';
import { untilText } from './refusal.ts';

it.each([
  [Date.parse('2026-11-21T03:30:00Z'), 'America/Bogota', 'hasta el 20 de noviembre de 2026 a las 22:30'],
  [Date.parse('2026-11-21T03:30:00Z'), 'Asia/Tokyo', 'hasta el 21 de noviembre de 2026 a las 12:30'],
  [Infinity, 'America/Bogota', 'para siempre'],
])('untilText formats the end of an exclusion %d in the time zone %s as «%s»', (untilMs, zone, text) => {
  expect(untilText(untilMs, zone)).toBe(text);
});

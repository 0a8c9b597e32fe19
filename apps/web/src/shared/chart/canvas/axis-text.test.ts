import { expect, it } from 'vitest';
import { setDisplayZone } from '#shared/lib/display-zone.ts';
import { fullTimeText, tickText } from './axis-text.ts';

const TIME_MS = Date.parse('2026-11-21T14:30:00Z');

it('the time of a second candle, and of the axis within a minute, has seconds', () => {
  setDisplayZone('UTC');
  expect([tickText(TIME_MS, 5_000), tickText(TIME_MS + 15_000, 5_000)]).toEqual(['14:30', '14:30:15']);
  expect(fullTimeText(TIME_MS + 5_000, 5_000)).toBe('14:30:05');
  expect([tickText(TIME_MS, 60_000), fullTimeText(TIME_MS, 60_000)]).toEqual(['14:30', '21-nov, 14:30']);
});

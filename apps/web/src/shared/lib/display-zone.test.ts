import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});
afterEach(() => localStorage.clear());

const NOON = '2026-11-21T12:00:00.000Z';

it('a change of the display time zone is stored for the next visit and updates the clocks at once', async () => {
  const { setDisplayZone } = await import('./display-zone.ts');
  const { formatMinute, formatDay } = await import('./format.ts');
  setDisplayZone('Asia/Tokyo');
  expect(formatMinute(NOON)).toBe('21:00');
  setDisplayZone('America/Bogota');
  expect(formatMinute(NOON)).toBe('07:00');
  // Daily candles open at midnight UTC, whatever the display time zone.
  expect(formatDay('2026-11-21T00:00:00.000Z')).toMatch(/^21/);
  vi.resetModules();
  expect((await import('./display-zone.ts')).displayZone()).toBe('America/Bogota');
});

it('the display time zone is the zone of the device if the stored value is missing or invalid', async () => {
  const { deviceZone, displayZone } = await import('./display-zone.ts');
  expect(displayZone()).toBe(deviceZone());
  localStorage.setItem('time_zone', 'Macondo/Centro');
  vi.resetModules();
  expect((await import('./display-zone.ts')).displayZone()).toBe(deviceZone());
});

import { epochMs } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import { resetText } from './reset-text.ts';

const at = (iso: string) => epochMs(Date.parse(iso));

describe('resetText', () => {
  it.each([
    ['America/Bogota', '2026-11-20T14:00:00Z', '2026-11-20T14:30:00Z', 'hoy a las 09:30'],
    ['America/Bogota', '2026-11-20T14:00:00Z', '2026-11-21T05:00:00Z', 'mañana a las 00:00'],
    ['America/Bogota', '2026-11-20T14:00:00Z', '2026-11-23T05:00:00Z', 'el lunes 23 de noviembre a las 00:00'],
    ['UTC', '2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z', 'mañana a las 00:00'],
    ['Asia/Tokyo', '2026-12-31T14:00:00Z', '2026-12-31T15:00:00Z', 'mañana a las 00:00'],
    // The time zone of the limits (here UTC) may differ from the user's current time zone.
    ['America/Bogota', '2026-11-20T14:00:00Z', '2026-11-21T00:00:00Z', 'hoy a las 19:00'],
    // In Santiago, midnight does not exist on that day, because the clocks go forward. In Madrid, the day has 25 hours.
    ['America/Santiago', '2026-09-05T15:00:00Z', '2026-09-06T04:00:00Z', 'mañana a la 01:00'],
    ['Europe/Madrid', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'mañana a las 00:00'],
    ['UTC', '2028-02-28T12:00:00Z', '2028-02-29T00:00:00Z', 'mañana a las 00:00'],
  ])('formats a time for a reader in %s at %s', (zone, now, until, text) => {
    expect(resetText(at(until), at(now), zone)).toBe(text);
  });

  it('states the first full minute at which the limit has already reset', () => {
    expect(resetText(at('2026-11-20T14:29:00.001Z'), at('2026-11-20T14:00:00Z'), 'UTC')).toBe('hoy a las 14:30');
  });
});

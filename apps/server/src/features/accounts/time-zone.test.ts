import { describe, expect, it } from 'vitest';
import { ianaTimeZone } from './time-zone.ts';

describe('ianaTimeZone', () => {
  it.each([
    ['America/Lima', 'America/Lima'],
    ['america/lima', 'America/Lima'],
    ['UTC', 'UTC'],
  ])('converts %s to %s', (name, zone) => {
    expect(ianaTimeZone(name)).toBe(zone);
  });

  it.each(['+05:00', '-0300', 'Mars/Base', '', 5, null, undefined, "UTC'; DROP TABLE users"])(
    'returns null for %s',
    (name) => {
      expect(ianaTimeZone(name)).toBeNull();
    },
  );
});

import { expect, it } from 'vitest';
import { longUtcTime, shortUtcTime } from './utc-time.ts';

it('longUtcTime writes a date in words and the time in UTC', () => {
  expect(longUtcTime(new Date('2026-11-21T06:08:59Z'))).toBe('21 de noviembre de 2026, 06:08 hora UTC');
  expect(longUtcTime(new Date('2026-09-01T00:00:00Z'))).toBe('1 de septiembre de 2026, 00:00 hora UTC');
});

it('shortUtcTime writes an abbreviated date and the time in UTC', () => {
  expect(shortUtcTime(new Date('2026-11-21T06:08:59Z'))).toBe('21 nov 2026, 06:08 UTC');
  expect(shortUtcTime(new Date('2026-01-09T23:59:00Z'))).toBe('9 ene 2026, 23:59 UTC');
});

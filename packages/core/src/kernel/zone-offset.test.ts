import { describe, expect, it } from 'vitest';
import { zoneOffset } from './zone-offset.ts';

const HOUR_MS = 3_600_000;
const hoursAhead = (zone: string, at: string): number => zoneOffset(zone)(Date.parse(at)) / HOUR_MS;

describe('the offset of a time zone from UTC', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['America/Mexico_City', '2026-07-01T12:00:00Z', -6],
    ['Asia/Kolkata', '2026-07-01T12:00:00Z', 5.5],
    ['Asia/Kathmandu', '2026-07-01T12:00:00Z', 5.75],
    ['Europe/Madrid', '2026-03-29T00:59:59Z', 1],
    ['Europe/Madrid', '2026-03-29T01:00:00Z', 2],
    ['Europe/Madrid', '2026-10-25T00:59:59Z', 2],
    ['Europe/Madrid', '2026-10-25T01:00:00Z', 1],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 11],
  ])('for %s at %s includes daylight saving time', (zone, at, hours) => {
    expect(hoursAhead(zone, at)).toBe(hours);
  });

  it.each([
    'Africa/Casablanca',
    'America/Sao_Paulo',
    'Asia/Gaza',
    'Australia/Lord_Howe',
    'Europe/Madrid',
    'Pacific/Apia',
  ])('for %s is the offset of the platform at every quarter of the days around each change', (timeZone) => {
    const offset = zoneOffset(timeZone);
    const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const ofPlatform = (atMs: number) => Date.parse(`${wall.format(atMs).replace(' ', 'T')}Z`) - atMs;
    let changes = 0;
    for (let day = Date.UTC(2010, 0, 1); day < Date.UTC(2013, 0, 1); day += 24 * HOUR_MS) {
      if (ofPlatform(day) === ofPlatform(day + 24 * HOUR_MS)) continue;
      changes += 1;
      for (let atMs = day - 24 * HOUR_MS; atMs < day + 48 * HOUR_MS; atMs += HOUR_MS / 4)
        expect(offset(atMs + 1)).toBe(ofPlatform(atMs));
    }
    expect(changes).toBeGreaterThan(3);
  });
});

import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReleaseRules, releaseUnder } from './release.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const releaseMs = (atMs: number, rules: ReleaseRules): number => releaseUnder(rules)(atMs);

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}

/** The local minute by the platform's own formatter, which the code under test does not use this way. */
function localMinute(atMs: number, timeZone: string): number {
  const format = formatIn(timeZone);
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0);
}

const isQuietAt = (atMs: number, from: number, to: number, timeZone: string): boolean => {
  const minute = localMinute(atMs, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
};

/** Zones with changes of the clocks on both halves of the year, at midnight, by half an hour, and with none. */
const ZONES = ['UTC', 'America/Bogota', 'Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const zone = fc.constantFrom(...ZONES);
const minute = fc.integer({ min: 0, max: 1_439 });
/** Hours around the changes of Madrid, Santiago and Lord Howe in 2026, and any other time of that year. */
const moment = fc.oneof(
  ...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-04-05T03:00Z', '2026-09-06T04:00Z', '2026-10-03T15:30Z'].map(
    (change) => fc.integer({ min: -30 * HOUR_MS, max: 6 * HOUR_MS }).map((distance) => Date.parse(change) + distance),
  ),
  fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2026-12-31T00:00Z') }),
);

describe('releaseMs', () => {
  it('is the first moment outside the quiet hours, over midnight and every change of the clocks', () => {
    fc.assert(
      fc.property(moment, minute, minute, zone, (atMs, fromMinute, toMinute, timeZone) => {
        const quiet = { fromMinute, toMinute };
        const release = releaseMs(atMs, { timeZone, quiet, isDaily: false });
        expect(isQuietAt(release, fromMinute, toMinute, timeZone)).toBe(false);
        if (release === atMs) return;
        expect(release - atMs).toBeLessThanOrEqual(25 * HOUR_MS);
        // Steps of a quarter find every change of the clocks in the time before the release.
        for (let before = release - 1; before >= atMs; before -= 15 * MINUTE_MS)
          expect(isQuietAt(before, fromMinute, toMinute, timeZone)).toBe(true);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('never decreases from one notification to a later one', () => {
    const rules = fc.record({
      timeZone: zone,
      quiet: fc.option(fc.record({ fromMinute: minute, toMinute: minute })),
      isDaily: fc.boolean(),
    });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 50 * HOUR_MS }), rules, (atMs, laterMs, given) => {
        const release = releaseUnder(given);
        expect(release(atMs + laterMs)).toBeGreaterThanOrEqual(release(atMs));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is the next 08:00 of the user for a daily message, once a day', () => {
    fc.assert(
      fc.property(moment, zone, (atMs, timeZone) => {
        const release = releaseMs(atMs, { timeZone, quiet: null, isDaily: true });
        expect(localMinute(release, timeZone)).toBe(480);
        expect(release - atMs).toBeGreaterThan(0);
        expect(release - atMs).toBeLessThanOrEqual(25 * HOUR_MS);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

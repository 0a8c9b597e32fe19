import { formatLength, minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestLength, nextLength } from './nearest-length.ts';
import { isOffered, type OfferedLengths } from './offered-lengths.ts';

const ANY_MINUTES: OfferedLengths = { durations: null, durations_seconds: [15, 30], durations_ticks: [5] };
const LISTED: OfferedLengths = { durations: [1, 5, 15], durations_seconds: [], durations_ticks: [] };
const ONLY_TICKS: OfferedLengths = { durations: [], durations_seconds: [], durations_ticks: [5] };

describe('nearestLength', () => {
  it.each([
    [ANY_MINUTES, 1, secondsLong(15)],
    [ANY_MINUTES, 22.5, secondsLong(15)],
    [ANY_MINUTES, 23, secondsLong(30)],
    [ANY_MINUTES, 100, minutesLong(2)],
    [ANY_MINUTES, 1e9, minutesLong(LIMITS.durationMaxMinutes)],
    [ANY_MINUTES, -500, secondsLong(15)],
    [LISTED, 200, minutesLong(5)],
    [LISTED, 180, minutesLong(1)],
    [LISTED, 1e6, minutesLong(15)],
    [ONLY_TICKS, 60, null],
    [undefined, 95, minutesLong(2)],
  ] as const)('returns the nearest offered duration: for %j and %d s', (asset, durationS, length) => {
    expect(nearestLength(asset, durationS)).toEqual(length);
  });

  it('returns an offered duration for every place on the chart', () => {
    fc.assert(
      fc.property(fc.constantFrom(ANY_MINUTES, LISTED), fc.double({ min: -1e6, max: 1e6, noNaN: true }), (asset, s) => {
        const length = nearestLength(asset, s);
        expect(length !== null && isOffered(asset, length), length ? formatLength(length) : 'none').toBe(true);
      }),
    );
  });
});

describe('nextLength', () => {
  it.each([
    [ANY_MINUTES, secondsLong(15), 1, secondsLong(30)],
    [ANY_MINUTES, secondsLong(30), 1, minutesLong(1)],
    [ANY_MINUTES, minutesLong(1), -1, secondsLong(30)],
    [ANY_MINUTES, secondsLong(15), -1, null],
    [ANY_MINUTES, minutesLong(7), 1, minutesLong(8)],
    [ANY_MINUTES, minutesLong(7), -1, minutesLong(6)],
    [ANY_MINUTES, minutesLong(LIMITS.durationMaxMinutes), 1, null],
    [LISTED, minutesLong(5), 1, minutesLong(15)],
    [LISTED, minutesLong(5), -1, minutesLong(1)],
    [LISTED, minutesLong(15), 1, null],
    [ANY_MINUTES, ticksLong(5), 1, null],
  ] as const)('returns the next offered duration: for %j from %j by %d', (asset, length, direction, next) => {
    expect(nextLength(asset, length, direction)).toEqual(next);
  });
});

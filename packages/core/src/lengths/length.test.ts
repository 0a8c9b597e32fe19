import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatLength,
  isSameLength,
  lengthFields,
  lengthIn,
  lengthOf,
  lengthOfUnit,
  minutesLong,
  secondsLong,
  secondsOf,
  ticksLong,
} from './length.ts';

describe('the duration of a trade', () => {
  it('is read from the one field that contains a number', () => {
    expect(lengthOf({ duration: 5 })).toEqual({ unit: 'minutes', minutes: 5 });
    expect(lengthOf({ duration_seconds: 15 })).toEqual({ unit: 'seconds', seconds: 15 });
    expect(lengthOf({ duration_ticks: 5, duration: null, duration_seconds: undefined })).toEqual({
      unit: 'ticks',
      ticks: 5,
    });
  });

  it('is rejected if no field or more than one field contains a number', () => {
    expect(lengthOf({})).toBeNull();
    expect(lengthOf({ duration: null, duration_seconds: null, duration_ticks: null })).toBeNull();
    expect(lengthOf({ duration: 1, duration_seconds: 15 })).toBeNull();
    expect(lengthOf({ duration_seconds: 15, duration_ticks: 5 })).toBeNull();
    expect(() => lengthIn({ duration: 1, duration_ticks: 5 })).toThrow('one unit');
    expect(lengthIn({ duration_ticks: 5 })).toEqual(ticksLong(5));
  });

  it('is in minutes if its seconds are whole minutes', () => {
    expect(secondsLong(120)).toEqual(minutesLong(2));
    expect(secondsLong(90)).toEqual({ unit: 'seconds', seconds: 90 });
    expect(isSameLength(secondsLong(60), minutesLong(1))).toBe(true);
    expect(isSameLength(secondsLong(5), ticksLong(5))).toBe(false);
  });

  it.each([
    ['minutes', 2, '2 min', 120],
    ['seconds', 15, '15 s', 15],
    ['ticks', 5, '5 ticks', null],
    ['ticks', 1, '1 tick', null],
  ] as const)('in %s with the number %d reads as %s and lasts %s s', (unit, count, text, lengthS) => {
    const length = lengthOfUnit(unit, count);
    expect(formatLength(length)).toBe(text);
    expect(secondsOf(length)).toBe(lengthS);
    expect(lengthOf(lengthFields(length))).toEqual(length);
    expect([length.unit, countOf(length)]).toEqual([unit, count]);
  });

  it.each([0, -1, 1.5, Number.NaN])('cannot be %s', (count) => {
    expect(() => minutesLong(count)).toThrow(RangeError);
    expect(() => secondsLong(count)).toThrow(RangeError);
    expect(() => ticksLong(count)).toThrow(RangeError);
  });
});

import { describe, expect, it } from 'vitest';
import { isInHours, minuteOfDay, timeOfDay, weekdayOf } from './time-of-day.ts';

const at = (iso: string): number => Date.parse(`${iso}Z`);

describe('the time of day', () => {
  it('is the minute since midnight, and is written with two digits', () => {
    expect(minuteOfDay(at('2026-11-18T00:00:59.999'))).toBe(0);
    expect(minuteOfDay(at('2026-11-18T23:59:00'))).toBe(1_439);
    expect([0, 65, 1_439].map(timeOfDay)).toEqual(['00:00', '01:05', '23:59']);
  });

  it('has weekdays from Monday on', () => {
    expect(weekdayOf(at('1970-01-01T00:00:00'))).toBe(4);
    expect(weekdayOf(at('2026-11-23T00:00:00'))).toBe(1);
    expect(weekdayOf(at('2026-11-22T23:59:59'))).toBe(7);
  });

  it('is within hours that include their start and exclude their end, also over midnight', () => {
    const inDay = isInHours({ from: '09:00', to: '17:00' });
    expect([539, 540, 1_019, 1_020].map(inDay)).toEqual([false, true, true, false]);
    const inNight = isInHours({ from: '22:00', to: '02:00' });
    expect([1_319, 1_320, 0, 119, 120].map(inNight)).toEqual([false, true, true, true, false]);
  });
});

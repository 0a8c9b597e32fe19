import { describe, expect, it } from 'vitest';
import { expiryFields, expiryStyleOf } from './durations.ts';

const at = (hour: number, minute: number, second: number): number =>
  Date.UTC(2026, 10, 24, hour, minute, second) / 1000;

describe('expiryFields', () => {
  it('returns the duration itself for a timer, at any time of the order', () => {
    expect(expiryFields('timer', 45, at(9, 12, 59))).toEqual({ optionType: 100, time: 45 });
  });

  it.each([
    [60, at(9, 12, 29), at(9, 13, 0)],
    [60, at(9, 12, 30), at(9, 14, 0)],
    [300, at(9, 12, 0), at(9, 15, 0)],
    [300, at(9, 12, 31), at(9, 20, 0)],
    [3_600, at(23, 40, 0), at(24, 60, 0)],
  ])('returns for the grid style and %i s, requested at epoch second %i, the expiry %i', (durationS, nowS, time) => {
    expect(expiryFields('grid', durationS, nowS)).toEqual({ optionType: 1, time });
  });
});

describe('expiryStyleOf', () => {
  it.each([
    ['EURUSD_otc', 'timer'],
    ['EURUSD-OTC', 'timer'],
    ['EURUSD', 'grid'],
    ['OTCQB', 'grid'],
  ])('returns for the asset %s the style %s', (name, style) => {
    expect(expiryStyleOf(name)).toBe(style);
  });
});

import { expect, it } from 'vitest';
import { AUTOMATION_AGE_S, signalAge, useSignalAgeLimit } from './signal-age.ts';

const ENTRY_MS = 1_000_000;

it('the age of a signal counts whole seconds, and never below zero', () => {
  expect(signalAge(ENTRY_MS, ENTRY_MS + 4_900, 10)).toEqual({ seconds: 4, limitS: 10, isLate: false });
  expect(signalAge(ENTRY_MS, ENTRY_MS - 400, 10).seconds).toBe(0);
});

it('a signal is late after its limit, not at it', () => {
  expect(signalAge(ENTRY_MS, ENTRY_MS + 10_000, 10).isLate).toBe(false);
  expect(signalAge(ENTRY_MS, ENTRY_MS + 10_001, 10).isLate).toBe(true);
});

it('the age limit of a signal is that of its automation until the user chooses one on this device', () => {
  expect(AUTOMATION_AGE_S).toBe(3);
  expect(useSignalAgeLimit.getState().limitS).toBeNull();
  useSignalAgeLimit.getState().choose(30);
  expect(localStorage.getItem('vigia-signal-age')).toBe('30');
  useSignalAgeLimit.getState().choose(null);
  expect(localStorage.getItem('vigia-signal-age')).toBeNull();
});

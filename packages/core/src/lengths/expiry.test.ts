import { describe, expect, it } from 'vitest';
import { expiryField, expiryFields, expiryIn, standardLength, withChange } from './expiry.ts';
import { expectedSecondsOf, minutesLong, secondsLong, ticksLong } from './length.ts';

const LENGTHS = [minutesLong(5), secondsLong(15), ticksLong(5)];

describe('the duration of a setup', () => {
  it.each(LENGTHS)('is the same whether it is read from one field or from three fields: %o', (length) => {
    expect(expiryIn(expiryField(length))).toEqual(length);
    expect(expiryIn(expiryFields(length))).toEqual(length);
    expect(Object.values(expiryFields(length)).filter((value) => value !== null)).toHaveLength(1);
  });

  it('is five minutes if no field contains it', () => {
    expect(standardLength()).toEqual(minutesLong(5));
  });

  it('is in minutes if its seconds are whole minutes', () => {
    expect(expiryIn({ expiry_seconds: 120 })).toEqual(minutesLong(2));
  });

  it('is replaced by a change that contains any of its three fields, and kept by any other change', () => {
    const setup = { name: 'A', expiry: 5 };
    expect(withChange(setup, { expiry_seconds: 15 })).toEqual({ name: 'A', expiry_seconds: 15 });
    expect(withChange(setup, { expiry_ticks: 5 })).toEqual({ name: 'A', expiry_ticks: 5 });
    expect(withChange({ expiry_ticks: 5 }, { expiry: 5 })).toEqual({ expiry: 5 });
    expect(withChange(setup, { name: 'B' })).toEqual({ name: 'B', expiry: 5 });
  });
});

it('expectedSecondsOf adds the wait for the entry tick to an estimate for a duration in ticks', () => {
  expect(LENGTHS.map(expectedSecondsOf)).toEqual([300, 15, 12]);
});

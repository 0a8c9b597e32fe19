import { describe, expect, it } from 'vitest';
import { defaultTradeLength, expiryField, expiryFields, expiryLengthIn, withSetupChange } from './expiry.ts';
import { expectedSecondsOf, minutesLong, secondsLong, ticksLong } from './length.ts';

const LENGTHS = [minutesLong(5), secondsLong(15), ticksLong(5)];

describe('the duration of a setup', () => {
  it.each(LENGTHS)('is the same whether it is read from one field or from three fields: %o', (length) => {
    expect(expiryLengthIn(expiryField(length))).toEqual(length);
    expect(expiryLengthIn(expiryFields(length))).toEqual(length);
    expect(Object.values(expiryFields(length)).filter((value) => value !== null)).toHaveLength(1);
  });

  it('is five minutes if no field contains it', () => {
    expect(defaultTradeLength()).toEqual(minutesLong(5));
  });

  it('is in minutes if its seconds are whole minutes', () => {
    expect(expiryLengthIn({ expiry_seconds: 120 })).toEqual(minutesLong(2));
  });

  it('is replaced by a change that contains any of its three fields, and kept by any other change', () => {
    const setup = { name: 'A', expiry: 5 };
    expect(withSetupChange(setup, { expiry_seconds: 15 })).toEqual({ name: 'A', expiry_seconds: 15 });
    expect(withSetupChange(setup, { expiry_ticks: 5 })).toEqual({ name: 'A', expiry_ticks: 5 });
    expect(withSetupChange({ expiry_ticks: 5 }, { expiry: 5 })).toEqual({ expiry: 5 });
    expect(withSetupChange(setup, { name: 'B' })).toEqual({ name: 'B', expiry: 5 });
  });
});

it('expectedSecondsOf adds the wait for the entry tick to an estimate for a duration in ticks', () => {
  expect(LENGTHS.map(expectedSecondsOf)).toEqual([300, 15, 12]);
});

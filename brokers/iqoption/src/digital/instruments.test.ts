import { describe, expect, it } from 'vitest';
import { instrumentFor, periodsOf, spotSymbolOf } from './instruments.ts';
import { payoutOfAsk } from './prices.ts';
import type { Instrument } from './wire.ts';

/** A full hour, epoch seconds. */
const HOUR_S = 1_795_510_800;
const at = (secondsPastHour: number): number => (HOUR_S + secondsPastHour) * 1_000;

const instrument = (period: number, secondsPastHour: number): Instrument => ({
  asset_id: 1,
  index: secondsPastHour + period,
  expiration: HOUR_S + secondsPastHour,
  period,
  deadtime: 30,
  data: ['1.5', 'SPT'].flatMap((strike) =>
    ['call', 'put'].map((direction) => ({ direction, strike, symbol: `${direction}@${strike}` })),
  ),
});
const MINUTES = [instrument(60, 60), instrument(60, 120), instrument(60, 180)];
const FIVES = [instrument(300, 300), instrument(300, 600)];
const endOf = (durationS: number, secondsPastHour: number, listed = [...MINUTES, ...FIVES]): number | null => {
  const found = instrumentFor(listed, durationS, at(secondsPastHour));
  return found && found.expiration - HOUR_S;
};

describe('the instrument for a duration', () => {
  it('is the expiration nearest to now + duration that can still be bought', () => {
    expect(endOf(60, 10)).toBe(60);
    expect(endOf(60, 29)).toBe(60);
    // An order that is sent half a second before the dead time would arrive too late.
    expect(endOf(60, 29.6)).toBe(120);
    expect(endOf(300, 10)).toBe(300);
  });

  it('has a period of at most the duration, and an expiration at most one period off the requested time', () => {
    expect(endOf(60, 10, FIVES)).toBeNull();
    expect(endOf(180, 125, [instrument(60, 180)])).toBeNull();
    expect(endOf(850, 10)).toBe(600);
    expect(endOf(910, 10)).toBeNull();
  });

  it('determines the durations of an asset: the periods that can be bought now', () => {
    expect(periodsOf([...FIVES, ...MINUTES], at(10))).toEqual([60, 300]);
    expect(periodsOf([...FIVES, ...MINUTES], at(170))).toEqual([300]);
    expect(periodsOf([], at(10))).toEqual([]);
  });

  it('has the strike at the current price in each direction, and never another strike', () => {
    const [first] = MINUTES;
    if (first === undefined) throw new Error('no instrument');
    expect([spotSymbolOf(first, 'CALL'), spotSymbolOf(first, 'PUT')]).toEqual(['call@SPT', 'put@SPT']);
    const away = { ...first, data: first.data.filter(({ strike }) => strike !== 'SPT') };
    expect(spotSymbolOf(away, 'CALL')).toBeNull();
  });
});

describe('the payout for an ask price', () => {
  it.each([
    [50, 1],
    [100 / 1.85, 0.85],
    [54.06, 0.8497],
    [100, 0],
    [120, 0],
  ])('for %s of 100 is %s of the stake, rounded down to a basis point', (ask, payoutRatio) => {
    expect(payoutOfAsk(ask)).toBe(payoutRatio);
  });
});

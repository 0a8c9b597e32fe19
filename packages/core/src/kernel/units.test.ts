import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as units from './units.ts';
import {
  type DurationMs,
  durationMs,
  type EpochMs,
  epochMs,
  epochSeconds,
  type MinorUnits,
  minorUnits,
  monotonicMs,
  type Price,
  price,
  type Ratio,
  ratio,
} from './units.ts';

/** The unit of each constructor. A new unit in units.ts is automatically compared with all others. */
type Units = { readonly [Make in keyof typeof units]: ReturnType<(typeof units)[Make]> };
type Name = keyof Units;
/**
 * Pairs [From, To] of different units where TypeScript accepts a From as a To. The tests require that there are none.
 */
type Mixed = {
  [From in Name]: { [To in Exclude<Name, From>]: Units[From] extends Units[To] ? [From, To] : never }[Exclude<
    Name,
    From
  >];
}[Name];
/** Names of the units that accept a raw number. */
type Raw = { [To in Name]: number extends Units[To] ? To : never }[Name];

describe('the types of units', () => {
  it('are not assignable to each other, and accept no raw number', () => {
    type Times = 'epochMs' | 'epochSeconds' | 'durationMs' | 'monotonicMs' | 'minutes' | 'seconds' | 'tickCount';
    type All = Times | 'price' | 'minorUnits' | 'ratio';
    expectTypeOf<Name>().toEqualTypeOf<All>();
    expectTypeOf<Mixed>().toBeNever();
    expectTypeOf<Raw>().toBeNever();
  });

  it('can be used as numbers', () => expectTypeOf<Units[Name]>().toExtend<number>());

  it('do not compile as an argument for a parameter of another unit', () => {
    const pay = (stakeMinor: MinorUnits, payoutRatio: Ratio): number => stakeMinor * payoutRatio;
    const wait = (fromMs: EpochMs, forMs: DurationMs, at: Price): number => fromMs + forMs + at;
    expect(pay(minorUnits(1_000), ratio(0.85))).toBe(850);
    expect(wait(epochMs(1), durationMs(2), price(3))).toBe(6);
    // @ts-expect-error the stake and the payout are swapped
    pay(ratio(0.85), minorUnits(1_000));
    // @ts-expect-error a raw number is not an amount of money
    pay(1_000, ratio(0.85));
    // @ts-expect-error seconds are not milliseconds
    wait(epochSeconds(1), durationMs(2), price(3));
    // @ts-expect-error a length of time is not a point in time
    wait(durationMs(2), durationMs(2), price(3));
  });
});

describe('the constructors of units', () => {
  it.each([
    ['epochMs', epochMs, [1.5, Number.NaN, 2 ** 53]],
    ['epochSeconds', epochSeconds, [1.5, Number.NaN, 2 ** 53]],
    ['durationMs', durationMs, [-1, Number.NaN, Infinity]],
    ['monotonicMs', monotonicMs, [Number.NaN, Infinity]],
    ['price', price, [0, -1, Number.NaN, Infinity]],
    ['minorUnits', minorUnits, [0.5, Number.NaN, 2 ** 53]],
    ['ratio', ratio, [Number.NaN, Infinity]],
  ])('refuse values that the unit cannot have: %s', (_name, make, wrong) => {
    for (const value of wrong) expect(() => make(value)).toThrow(RangeError);
    expect(make(1)).toBe(1);
  });
});

import { CaseTally, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnits } from '#kernel/index.ts';
import { ladderStakes, totalAtRisk } from './ladder.ts';
import { type LastTrade, nextStake } from './next-stake.ts';

const minor = minorUnits;
const ladder = ladderStakes(minor(1_000), 2, 3);
const martingale = { kind: 'martingale', stakesMinor: ladder } as const;
const facts = { cashMinor: minor(1_000_000), isRealMoney: false, last: null };
const after = (step: number, result: LastTrade['result'], stakesMinor: LastTrade['stakesMinor'] = ladder) =>
  nextStake(martingale, { ...facts, last: { stakesMinor, step, result } });
const stake = (stakeMinor: number, step: number) => ({ ok: true, value: { stakeMinor, step } });

describe('nextStake', () => {
  it('repeats the stake of a fixed plan after any result', () => {
    const last = { stakesMinor: ladder, step: 2, result: 'lost' } as const;
    expect(nextStake({ kind: 'fixed', stakeMinor: minor(1_234) }, { ...facts, last })).toEqual(stake(1_234, 1));
  });

  it.each([
    [1_000_000, 2.5, 25_000],
    [999, 1, 9],
    [100_000, 0.1, 100],
    [99_999, 0.1, 99],
    [115_000, 0.7, 805],
    [50_000, 0.29, 145],
    [0, 10, 0],
  ])('rounds a stake down to a cent, for a balance of %d cents and a plan of %d %%', (cash, percent, expected) => {
    expect(nextStake({ kind: 'percent', percent }, { ...facts, cashMinor: minor(cash) })).toEqual(stake(expected, 1));
  });

  it('stakes the planned percentage of the balance, rounded down to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), fc.integer({ min: 10, max: 1_000 }), (cash, hundredths) => {
        const next = nextStake({ kind: 'percent', percent: hundredths / 100 }, { ...facts, cashMinor: minor(cash) });
        const exact = (BigInt(cash) * BigInt(hundredths)) / 10_000n;
        expect(next.ok && next.value.stakeMinor).toBe(Number(exact));
      }),
    );
  });

  it('starts a martingale ladder at its first step, even if the last trade had no ladder', () => {
    expect(nextStake(martingale, facts)).toEqual(stake(1_000, 1));
    expect(after(1, 'lost', null)).toEqual(stake(1_000, 1));
  });

  it.each<[string, number, LastTrade['result'], number, number]>([
    ['a first loss', 1, 'lost', 2_000, 2],
    ['a second loss', 2, 'lost', 4_000, 3],
    ['the loss of the whole ladder', 3, 'lost', 1_000, 1],
    ['a win', 2, 'won', 1_000, 1],
    ['a tie', 2, 'tie', 2_000, 2],
    ['a void trade', 3, 'void', 4_000, 3],
  ])('returns the specified step of the ladder after %s', (_what, step, result, amount, next) => {
    expect(after(step, result)).toEqual(stake(amount, next));
  });

  it('returns the first step if the stakes of the ladder have changed', () => {
    expect(after(2, 'lost', ladderStakes(minor(500), 2, 3))).toEqual(stake(1_000, 1));
    expect(after(1, 'lost', ladderStakes(minor(1_000), 2, 2))).toEqual(stake(1_000, 1));
  });

  it('refuses a ladder while its last trade is open, and on real money', () => {
    expect(after(1, 'open')).toEqual({ ok: false, error: 'ladder_open' });
    expect(nextStake(martingale, { ...facts, isRealMoney: true })).toEqual({ ok: false, error: 'real_money' });
  });

  it('never loses more with one ladder than the sum of its stakes, for any results of trades', () => {
    const ended = fc.constantFrom('won', 'lost', 'tie', 'void');
    const reached = new CaseTally();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.array(ended, { maxLength: 60 }), (steps, results) => {
        const stakesMinor = ladderStakes(minor(700), 1.7, steps);
        let last: LastTrade | null = null;
        let lost = 0;
        for (const result of results) {
          const next = nextStake({ kind: 'martingale', stakesMinor }, { ...facts, last });
          if (!next.ok) throw new Error(next.error);
          if (next.value.step === 1) lost = 0;
          if (result === 'lost') lost += next.value.stakeMinor;
          expect(lost).toBeLessThanOrEqual(totalAtRisk(stakesMinor));
          if (lost === totalAtRisk(stakesMinor)) reached.add(`${steps} steps lost`);
          last = { stakesMinor, step: next.value.step, result };
        }
      }),
    );
    expect(reached.below(propertyRuns(20), ['1 steps lost', '2 steps lost', '3 steps lost'])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { minorUnits } from '#kernel/index.ts';
import { chanceInLadders, ladderStakes, ruinChance, totalAtRisk } from './ladder.ts';
import { type LadderFacts, ladderFault } from './refuse-ladder.ts';
import { stakePlanOf } from './stake-plan.ts';

const minor = minorUnits;

describe('a martingale ladder (a stake for each trade after a loss)', () => {
  it.each([
    [1_000, 2, 3, [1_000, 2_000, 4_000]],
    [1_000, 1.1, 3, [1_000, 1_100, 1_210]],
    [333, 2.5, 3, [333, 833, 2_081]],
    [500, 3, 1, [500]],
  ])('rounds each stake to a cent if it starts at %d cents with multiplier %d', (first, multiplier, steps, stakes) => {
    expect(ladderStakes(minor(first), multiplier, steps)).toEqual(stakes);
  });

  it('can lose the sum of its stakes', () => {
    expect(totalAtRisk(ladderStakes(minor(1_000), 2, 3))).toBe(7_000);
  });

  it('is lost with probability 1/8 if it has three steps and the win rate is 50 %, almost surely once in 100 ladders', () => {
    expect(ruinChance(3, 0.5)).toBe(0.125);
    expect(chanceInLadders(100, 0.125)).toBeCloseTo(1 - 0.875 ** 100, 12);
  });

  it.each([
    [0, 1, 1],
    [1, 0, 0],
  ])(
    'at a win rate of %d is lost with probability %d, and at least once in a hundred ladders with probability %d',
    (rate, once, within) => {
      expect([ruinChance(3, rate), chanceInLadders(100, ruinChance(3, rate))]).toEqual([once, within]);
    },
  );

  it('is refused for an amount with fractions of a cent', () => {
    const rules = { betType: 'martingale', fixedAmount: 10.005, multiplier: 2, steps: 3 } as const;
    expect(stakePlanOf(rules, 'USD')).toEqual({ ok: false, error: 'too_many_decimals' });
    expect(stakePlanOf({ ...rules, fixedAmount: 10 }, 'USD')).toEqual({
      ok: true,
      value: { kind: 'martingale', stakesMinor: [1_000, 2_000, 4_000] },
    });
  });
});

describe('a ladder of 10, 20 and 40', () => {
  const stakes = ladderStakes(minor(1_000), 2, 3);
  const facts: LadderFacts = {
    cashMinor: minor(7_000),
    asset: { minStakeMinor: minor(1_000), maxStakeMinor: minor(4_000) },
    isRealMoney: false,
    limits: { maxStakeMinor: minor(4_000), dailyLossLimitMinor: minor(7_000), weeklyLossLimitMinor: minor(7_000) },
    own: { dailyLossMinor: minor(7_000), weeklyLossMinor: minor(7_000) },
  };
  const asset = (change: Partial<LadderFacts['asset']>) => ({ asset: { ...facts.asset, ...change } });
  const limits = (change: Partial<LadderFacts['limits']>) => ({ limits: { ...facts.limits, ...change } });
  const own = (change: Partial<LadderFacts['own']>) => ({ own: { ...facts.own, ...change } });

  it('is accepted if every limit equals the amount that the ladder needs', () => {
    expect(ladderFault(stakes, facts)).toBeNull();
  });

  it('is accepted if no limits are set', () => {
    const none = { maxStakeMinor: null, dailyLossLimitMinor: null, weeklyLossLimitMinor: null };
    const free = { ...facts, limits: none, own: { dailyLossMinor: null, weeklyLossMinor: null } };
    expect(ladderFault(stakes, free)).toBeNull();
  });

  it.each<[string, number, number, Partial<LadderFacts>]>([
    ['below_minimum', 1_000, 1_001, asset({ minStakeMinor: minor(1_001) })],
    ['above_maximum', 4_000, 3_999, asset({ maxStakeMinor: minor(3_999) })],
    ['balance', 7_000, 6_999, { cashMinor: minor(6_999) }],
    ['stake_limit', 4_000, 3_999, limits({ maxStakeMinor: minor(3_999) })],
    ['daily_loss_limit', 7_000, 6_999, limits({ dailyLossLimitMinor: minor(6_999) })],
    ['weekly_loss_limit', 7_000, 6_999, limits({ weeklyLossLimitMinor: minor(6_999) })],
    ['own_daily_loss_limit', 7_000, 6_999, own({ dailyLossMinor: minor(6_999) })],
    ['own_weekly_loss_limit', 7_000, 6_999, own({ weeklyLossMinor: minor(6_999) })],
  ])('is refused with the reason %s if this limit is one cent too strict', (fault, amountMinor, limitMinor, change) => {
    expect(ladderFault(stakes, { ...facts, ...change })).toEqual({ fault, amountMinor, limitMinor });
  });

  it('is refused on a real-money account, even without limits', () => {
    expect(ladderFault(stakes, { ...facts, isRealMoney: true })?.fault).toBe('real_money');
  });
});

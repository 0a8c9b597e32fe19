import { describe, expect, it } from 'vitest';
import { labelsWithRoom, layOutFan, tradeMarks } from './fan-layout.ts';
import { DEFAULT_CALCULATOR_VALUES } from './fields.ts';
import {
  compoundPlanOf,
  expectationOf,
  firstStake,
  ladderOf,
  payoutRows,
  sessionsOf,
  stakedBalanceFraction,
  streaksOf,
} from './results.ts';

describe('the results of the calculator', () => {
  it('equal the results in the design document if all numbers are the defaults', () => {
    const { breakEven, perTrade } = expectationOf(DEFAULT_CALCULATOR_VALUES);
    expect(breakEven).toBeCloseTo(0.5405, 4);
    expect(perTrade).toBeCloseTo(-0.2875, 10);
    expect(ladderOf(DEFAULT_CALCULATOR_VALUES)).toMatchObject({
      steps: [
        { stake: 10, spent: 10, reached: 1 },
        { stake: 22, spent: 32, reached: 0.475 },
        { stake: 48.4, spent: 80.4 },
      ],
      atRisk: 80.4,
    });
    expect(ladderOf(DEFAULT_CALCULATOR_VALUES).lost).toBeCloseTo(0.1072, 4);
    expect(streaksOf(DEFAULT_CALCULATOR_VALUES)).toMatchObject({ withMartingale: 936.5, kelly: 0 });
    expect(streaksOf(DEFAULT_CALCULATOR_VALUES).chance).toBeCloseTo(0.4521, 4);
  });

  it('list the user’s own payout only once among the common payouts', () => {
    expect(payoutRows(DEFAULT_CALCULATOR_VALUES).map(({ payoutRatio }) => payoutRatio)).toEqual([
      0.7, 0.75, 0.8, 0.85, 0.9, 0.95,
    ]);
    expect(payoutRows({ ...DEFAULT_CALCULATOR_VALUES, payout: 82 }).filter(({ isOwn }) => isOwn)).toMatchObject([
      { payoutRatio: 0.82 },
    ]);
  });

  it('have a Kelly stake of zero if the expectation is not positive, and otherwise the chosen fraction of the full Kelly stake', () => {
    expect(stakedBalanceFraction({ ...DEFAULT_CALCULATOR_VALUES, staking: 'kelly' })).toBe(0);
    expect(firstStake({ ...DEFAULT_CALCULATOR_VALUES, staking: 'kelly' })).toBeNull();
    expect(compoundPlanOf({ ...DEFAULT_CALCULATOR_VALUES, staking: 'kelly' })).toBeNull();
    const half = { ...DEFAULT_CALCULATOR_VALUES, winRate: 60, staking: 'kelly', kelly: 'medio' } as const;
    expect(stakedBalanceFraction(half)).toBeCloseTo((0.6 - 0.4 / 0.85) / 2, 12);
    expect(firstStake(half)).toBe(32.35);
  });

  it('show the probability of a losing streak as less than 100 %', () => {
    const long = { ...DEFAULT_CALCULATOR_VALUES, trades: 1_000, steps: 1, streak: 2 };
    expect(ladderOf(long).lostInSession).toBeLessThan(1);
    expect(streaksOf(long).chance).toBeLessThan(1);
  });

  it('simulate equal sessions for equal numbers and an equal seed, and different sessions for another seed', () => {
    expect(sessionsOf(DEFAULT_CALCULATOR_VALUES)).toEqual(sessionsOf({ ...DEFAULT_CALCULATOR_VALUES }));
    expect(sessionsOf({ ...DEFAULT_CALCULATOR_VALUES, seed: 2 }).paths).not.toEqual(
      sessionsOf(DEFAULT_CALCULATOR_VALUES).paths,
    );
  });
});

describe('the fan chart layout', () => {
  it('fits the plot area, with the start at the left edge and the last trade at the right edge', () => {
    const { spread } = sessionsOf(DEFAULT_CALCULATOR_VALUES);
    const layout = layOutFan(spread, 800, 320);
    expect(layout.x(0)).toBe(0);
    expect(layout.x(100)).toBe(layout.plotWidth);
    for (const balance of [...spread.p5, ...spread.p95]) {
      expect(layout.y(balance)).toBeGreaterThanOrEqual(0);
      expect(layout.y(balance)).toBeLessThanOrEqual(layout.plotHeight);
    }
  });

  it('labels round numbers of trades', () => {
    expect(tradeMarks(100)).toEqual([20, 40, 60, 80]);
    expect(tradeMarks(1)).toEqual([]);
    expect(tradeMarks(1_000)).toEqual([200, 400, 600, 800]);
  });

  it('drops labels that would overlap', () => {
    const layout = layOutFan(sessionsOf(DEFAULT_CALCULATOR_VALUES).spread, 800, 320);
    expect(labelsWithRoom(layout, [50_000, 50_010, 40_000])).toEqual([50_000, 40_000]);
  });
});

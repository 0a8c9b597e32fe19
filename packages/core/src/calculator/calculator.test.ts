import { describe, expect, it } from 'vitest';
import { minorUnits, SeededRng } from '#kernel/index.ts';
import {
  chanceOfLossRun,
  compoundOutcome,
  expectedReturn,
  kellyFraction,
  logGrowth,
  rateNeededFor,
  type SessionsAsked,
  simulateSessions,
  stakeShare,
} from './index.ts';

const ODDS = { winRate: 0.525, payoutRatio: 0.85 };
const GOOD = { winRate: 0.6, payoutRatio: 0.85 };

const asked = (changes: Partial<SessionsAsked> = {}): SessionsAsked => ({
  odds: ODDS,
  staking: { kind: 'fixed', stakeMinor: minorUnits(1_000) },
  capitalMinor: minorUnits(50_000),
  trades: 100,
  sessions: 100,
  ...changes,
});
const played = (changes: Partial<SessionsAsked> = {}, seed = 1) =>
  simulateSessions(asked(changes), new SeededRng(seed));

describe('the expected return of a trade', () => {
  it('is −2.875 cents per dollar at a win rate of 52.5 % and a payout of 85 %', () => {
    expect(expectedReturn(ODDS)).toBeCloseTo(-0.02875, 12);
  });

  it('is zero at the break-even win rate', () => {
    expect(rateNeededFor(0, 0.85)).toBe(1 / 1.85);
  });
});

describe("Kelly's fraction", () => {
  it('is (p·b − q)/b at a positive expectation', () => {
    expect(kellyFraction(GOOD)).toBeCloseTo(0.6 - 0.4 / 0.85, 12);
  });

  it('is zero if the expected return is not positive', () => {
    expect(kellyFraction(ODDS)).toBe(0);
    expect(kellyFraction({ winRate: 1 / 1.85, payoutRatio: 0.85 })).toBeCloseTo(0, 12);
  });

  it('is the whole capital if no trade is lost', () => {
    expect(kellyFraction({ winRate: 1, payoutRatio: 0.85 })).toBe(1);
    expect(logGrowth({ winRate: 1, payoutRatio: 0.85 }, 1)).toBeCloseTo(Math.log(1.85), 12);
  });

  it('leads to a growth of minus infinity if the whole capital is staked', () => {
    expect(logGrowth(GOOD, 1)).toBe(-Infinity);
  });
});

describe('a losing streak', () => {
  it('has the published probability for six losses within a hundred trades at a win rate of 52.5 %', () => {
    expect(chanceOfLossRun(6, 100, 0.475)).toBeCloseTo(0.4521, 4);
  });

  it.each([
    [3, 2, 0.5, 0],
    [3, 3, 0.5, 0.125],
    [1, 10, 0, 0],
    [4, 10, 1, 1],
    [1, 2, 0.5, 0.75],
  ])('of %d losses in %d trades has the manually calculated probability', (length, trades, lossRate, chance) => {
    expect(chanceOfLossRun(length, trades, lossRate)).toBeCloseTo(chance, 12);
  });
});

describe('a compound plan', () => {
  const plan = {
    capitalMinor: minorUnits(50_000),
    goalRatio: 0.02,
    sessions: 20,
    tradesPerSession: 10,
    stakeFraction: 0.02,
  };

  it('multiplies the target capital by the goal in each session', () => {
    const { wishedMinor } = compoundOutcome(plan, ODDS);
    expect(wishedMinor).toHaveLength(21);
    expect(wishedMinor.slice(0, 3)).toEqual([50_000, 51_000, 52_020]);
    expect(wishedMinor.at(-1)).toBe(Math.round(50_000 * 1.02 ** 20));
  });

  it('equals the expected capital at the win rate that the plan requires', () => {
    const { rateNeeded, wishedMinor } = compoundOutcome(plan, ODDS);
    const { expectedMinor } = compoundOutcome(plan, { ...ODDS, winRate: rateNeeded });
    for (const [session, expected] of expectedMinor.entries())
      expect(Math.abs(expected - (wishedMinor[session] ?? 0))).toBeLessThanOrEqual(1);
  });

  it('requires a win rate above one if even a win in every trade is not enough', () => {
    expect(compoundOutcome({ ...plan, goalRatio: 0.5 }, ODDS).rateNeeded).toBeGreaterThan(1);
  });

  it('shows a shrinking capital at a negative expected return; the median shrinks more than the mean', () => {
    const { expectedMinor, typicalMinor } = compoundOutcome(plan, ODDS);
    expect(expectedMinor.at(-1)).toBeLessThan(50_000);
    expect(typicalMinor.at(-1)).toBeLessThan(expectedMinor.at(-1) ?? 0);
  });

  it('stakes at most the whole capital', () => {
    expect(stakeShare(minorUnits(1_000), minorUnits(50_000))).toBe(0.02);
    expect(stakeShare(minorUnits(2_000), minorUnits(1_000))).toBe(1);
  });
});

describe('simulated sessions', () => {
  it('are equal for the same random seed, and differ for different seeds', () => {
    expect(played()).toEqual(played());
    expect(played({}, 2)).not.toEqual(played());
  });

  it('start with the same balances for the same random seed, even if their lengths differ', () => {
    const short = played({ trades: 40 });
    const long = played({ trades: 41 });
    expect(long.paths.map((path) => path.slice(0, 41))).toEqual(short.paths);
  });

  it('have one balance after each trade, and the capital as the first balance', () => {
    const { paths, spread } = played({ trades: 7, sessions: 3 });
    expect(paths.map((path) => path.length)).toEqual([8, 8, 8]);
    expect(paths.map(([first]) => first)).toEqual([50_000, 50_000, 50_000]);
    expect(spread.p50).toHaveLength(8);
  });

  it('have only growing balances if every trade is won', () => {
    const won = played({ odds: { winRate: 1, payoutRatio: 0.85 }, trades: 10 });
    expect(won.spread.p5.at(-1)).toBe(50_000 + 10 * 850);
    expect(won).toMatchObject({ inProfit: 100, exhausted: 0, medianDrawdownMinor: 0 });
  });

  it('stop when the balance is below the stake', () => {
    const lost = played({ odds: { winRate: 0, payoutRatio: 0.85 }, capitalMinor: minorUnits(3_500), trades: 10 });
    expect(lost.spread.p95).toEqual([3_500, 2_500, 1_500, 500, 500, 500, 500, 500, 500, 500, 500]);
    expect(lost).toMatchObject({ inProfit: 0, exhausted: 100, medianDrawdownMinor: 3_000 });
  });

  it('use whole cents if the stake is a fraction of the balance, and stop when the stake is below a dollar', () => {
    const staking = { kind: 'fraction', fraction: 0.5 } as const;
    const lost = played({ odds: { winRate: 0, payoutRatio: 0.85 }, staking, capitalMinor: minorUnits(999), trades: 5 });
    expect(lost.paths[0]).toEqual([999, 500, 250, 125, 125, 125]);
  });

  it('have zero stakes if the fraction is zero', () => {
    const { spread } = played({ staking: { kind: 'fraction', fraction: 0 } });
    expect(new Set(spread.p5)).toEqual(new Set([50_000]));
  });

  it('compute exact balances for any payout', () => {
    const { spread } = played({
      odds: { winRate: 1, payoutRatio: 3 },
      staking: { kind: 'fraction', fraction: 1 },
      trades: 1_000,
    });
    expect(Number.isSafeInteger(spread.p95.at(-1))).toBe(true);
  });
});

import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ladderStakes, ruinChance, totalAtRisk } from '#auto-trading/index.ts';
import { minorUnits, SeededRng } from '#kernel/index.ts';
import { breakEvenRate } from '#statistics/index.ts';
import {
  chanceOfLossRun,
  expectedReturn,
  kellyFraction,
  logGrowth,
  type Odds,
  rateNeededFor,
  simulateSessions,
} from './index.ts';

const payoutRatio = fc.integer({ min: 10, max: 200 }).map((percent) => percent / 100);
const winRate = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100);
const odds: fc.Arbitrary<Odds> = fc.record({ winRate, payoutRatio });

/** Returns every sequence of results of that many trades with its probability; `true` in `losses` means lost. */
const everyEnd = (trades: number, lossRate: number) =>
  Array.from({ length: 2 ** trades }, (_, bits) => {
    const losses = Array.from({ length: trades }, (_none, trade) => ((bits >> trade) & 1) === 1);
    return { losses, chance: losses.reduce((all, lost) => all * (lost ? lossRate : 1 - lossRate), 1) };
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Simulates a martingale over these results step by step, and returns whether a whole ladder is lost. */
function losesLadder(losses: readonly boolean[], steps: number): boolean {
  let step = 0;
  for (const lost of losses) {
    step = lost ? step + 1 : 0;
    if (step === steps) return true;
  }
  return false;
}

describe('a martingale ladder', () => {
  it('is lost with the probability that follows from an enumeration of all results of its trades', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 11 }), winRate, (steps, trades, rate) => {
        const lostWays = everyEnd(trades, 1 - rate).filter(({ losses }) => losesLadder(losses, steps));
        expect(chanceOfLossRun(steps, trades, 1 - rate)).toBeCloseTo(sum(lostWays.map(({ chance }) => chance)), 10);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('leaves the expected return per unit of stake unchanged', () => {
    fc.assert(
      fc.property(odds, fc.integer({ min: 1, max: 6 }), ({ winRate: rate, payoutRatio: payout }, steps) => {
        const stakes = ladderStakes(minorUnits(1_000), 2, steps);
        const reached = stakes.map((stake, step) => stake * (1 - rate) ** step);
        const won = stakes.map((stake, step) => {
          const before = sum(stakes.slice(0, step));
          return (stake * payout - before) * rate * (1 - rate) ** step;
        });
        const brought = sum(won) - totalAtRisk(stakes) * ruinChance(steps, rate);
        expect(brought).toBeCloseTo(sum(reached) * expectedReturn({ winRate: rate, payoutRatio: payout }), 6);
      }),
    );
  });
});

describe('a losing streak', () => {
  it('is more likely for more trades, and less likely for a longer streak', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 400 }),
        winRate,
        (length, trades, rate) => {
          const chance = chanceOfLossRun(length, trades, 1 - rate);
          expect(chance).toBeGreaterThanOrEqual(0);
          expect(chance).toBeLessThanOrEqual(1);
          expect(chanceOfLossRun(length, trades + 1, 1 - rate)).toBeGreaterThanOrEqual(chance - 1e-12);
          expect(chanceOfLossRun(length + 1, trades, 1 - rate)).toBeLessThanOrEqual(chance + 1e-12);
        },
      ),
    );
  });
});

describe('win rate and payout', () => {
  it('give an expected return of zero at the break-even rate, and the requested return at the required rate', () => {
    fc.assert(
      fc.property(payoutRatio, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (payout, wanted) => {
        expect(expectedReturn({ winRate: breakEvenRate(payout), payoutRatio: payout })).toBeCloseTo(0, 12);
        expect(expectedReturn({ winRate: rateNeededFor(wanted, payout), payoutRatio: payout })).toBeCloseTo(wanted, 12);
      }),
    );
  });

  it("make capital grow fastest at Kelly's fraction", () => {
    fc.assert(
      fc.property(odds, fc.double({ min: 0, max: 0.99, noNaN: true }), (given, other) => {
        expect(logGrowth(given, kellyFraction(given))).toBeGreaterThanOrEqual(logGrowth(given, other) - 1e-12);
      }),
    );
  });

  it('give no stake fraction at which capital grows if the expected return is not positive', () => {
    fc.assert(
      fc.property(odds, fc.double({ min: 0.001, max: 0.99, noNaN: true }), (given, fraction) => {
        fc.pre(expectedReturn(given) <= 0);
        expect(kellyFraction(given)).toBe(0);
        expect(logGrowth(given, fraction)).toBeLessThan(0);
      }),
    );
  });
});

describe('simulated sessions', () => {
  const SESSIONS = 4_000;
  const TRADES = 25;

  it('end on average at the balance of the closed formula, with a fixed stake', () => {
    fc.assert(
      fc.property(odds, fc.nat(), (given, seed) => {
        const capital = 100_000;
        const stake = 1_000;
        const { paths } = simulateSessions(
          {
            odds: given,
            staking: { kind: 'fixed', stakeMinor: minorUnits(stake) },
            capitalMinor: minorUnits(capital),
            trades: TRADES,
            sessions: SESSIONS,
          },
          new SeededRng(seed),
        );
        const mean = sum(paths.map((path) => path.at(-1) ?? 0)) / SESSIONS;
        const { winRate: p, payoutRatio: b } = given;
        const deviation = stake * (1 + b) * Math.sqrt((TRADES * p * (1 - p)) / SESSIONS);
        // The limit is five standard errors. Chance alone exceeds it in one run in two million.
        expect(Math.abs(mean - (capital + TRADES * stake * expectedReturn(given)))).toBeLessThan(5 * deviation + 0.01);
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  it('end on average at the balance of the closed formula, with a fraction of the capital as stake', () => {
    fc.assert(
      fc.property(odds, fc.nat(), (given, seed) => {
        const capital = 100_000_000;
        const fraction = 0.02;
        const { paths } = simulateSessions(
          {
            odds: given,
            staking: { kind: 'fraction', fraction },
            capitalMinor: minorUnits(capital),
            trades: TRADES,
            sessions: SESSIONS,
          },
          new SeededRng(seed),
        );
        const ends = paths.map((path) => path.at(-1) ?? 0);
        const mean = sum(ends) / SESSIONS;
        const spread = Math.sqrt(sum(ends.map((end) => (end - mean) ** 2)) / SESSIONS / SESSIONS);
        const closed = capital * (1 + fraction * expectedReturn(given)) ** TRADES;
        // Stakes are rounded down to whole cents, which costs at most a cent per trade.
        expect(Math.abs(mean - closed)).toBeLessThan(5 * spread + TRADES);
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  it('have ordered quantiles of the balance, between the balances with no win and with only wins', () => {
    fc.assert(
      fc.property(odds, fc.integer({ min: 1, max: 60 }), fc.nat(), (given, trades, seed) => {
        const { spread, inProfit, exhausted } = simulateSessions(
          {
            odds: given,
            staking: { kind: 'fixed', stakeMinor: minorUnits(1_000) },
            capitalMinor: minorUnits(8_000),
            trades,
            sessions: 100,
          },
          new SeededRng(seed),
        );
        for (let trade = 0; trade <= trades; trade += 1) {
          const [p5, p25, p50, p75, p95] = [spread.p5, spread.p25, spread.p50, spread.p75, spread.p95].map(
            (band) => band[trade] ?? Number.NaN,
          );
          expect([p5, p25, p50, p75, p95]).toEqual([p5, p25, p50, p75, p95].toSorted((a = 0, b = 0) => a - b));
          expect(p5).toBeGreaterThanOrEqual(0);
        }
        expect(inProfit + exhausted).toBeLessThanOrEqual(100);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

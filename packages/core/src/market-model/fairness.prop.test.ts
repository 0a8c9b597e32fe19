import { describe, expect, it } from 'vitest';
import { type AssetSpec, SIMULATED_ASSETS } from './assets.ts';
import { demoMarket } from './market.ts';
import { TickCursor } from './ticks.ts';

/*
 * Checks that no rule based on the past wins more than half of its decided trades. Seeds are fixed, so that every run
 * gives the same result. The bound is |z| < 4 for each pooled count; a fair market fails one such check in 16,000. Σ z²
 * over the seeds must be within 4 standard deviations of its expectation (χ², 100 degrees of freedom: 100 ± 57).
 */
const SEEDS = 100;
const Z_MAX = 4;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 9, 1);

type Count = { wins: number; losses: number };
const score = (count: Count, gain: number): void => {
  if (gain > 0) count.wins += 1;
  else if (gain < 0) count.losses += 1;
};
const zOf = ({ wins, losses }: Count): number => (wins - losses) / Math.sqrt(wins + losses);
const zSquaredSum = (counts: readonly Count[]): number => counts.reduce((sum, count) => sum + zOf(count) ** 2, 0);

function pool(counts: readonly Count[]): Count {
  const total: Count = { wins: 0, losses: 0 };
  for (const { wins, losses } of counts) {
    total.wins += wins;
    total.losses += losses;
  }
  return total;
}

/** Returns the asset of a seed; each asset has eight seeds. */
function assetOf(seed: number): AssetSpec {
  const asset = SIMULATED_ASSETS[seed % SIMULATED_ASSETS.length];
  if (!asset) throw new Error('assets are listed');
  return asset;
}

const perSeed = <Result>(play: (cursor: TickCursor) => Result): Result[] =>
  Array.from({ length: SEEDS }, (_, seed) => play(new TickCursor(demoMarket(seed, 'uneven'), assetOf(seed))));

function countPerSeed(play: (cursor: TickCursor, count: Count) => void): Count[] {
  return perSeed((cursor) => {
    const count: Count = { wins: 0, losses: 0 };
    play(cursor, count);
    return count;
  });
}

function expectFair(name: string, counts: readonly Count[], tradesMin: number): void {
  const total = pool(counts);
  const decided = total.wins + total.losses;
  const spread = zSquaredSum(counts);
  const percent = ((100 * total.wins) / decided).toFixed(2);
  const figures = `${name}: ${percent} % of ${decided} decided, z ${zOf(total).toFixed(2)}, Σz² ${spread.toFixed(0)}`;
  expect(decided, figures).toBeGreaterThan(tradesMin);
  expect(Math.abs(zOf(total)), figures).toBeLessThan(Z_MAX);
  expect(Math.abs(spread - SEEDS), figures).toBeLessThan(Z_MAX * Math.sqrt(2 * SEEDS));
}

/** Returns the price change over a trade: from the last tick at acceptance to the last tick before the expiry. */
function changeOver(cursor: TickCursor, entryMs: number, minutes: number): number {
  const entryPrice = cursor.seekBefore(entryMs + 1).price;
  return cursor.seekBefore(entryMs + minutes * MINUTE_MS).price - entryPrice;
}

const EXPIRIES_MIN = [1, 5, 15, 60] as const;

/** Returns the counts of CALL trades of each seed, by expiry. The trades of all expiries have the same entries. */
const countCalls = () =>
  perSeed((cursor) => {
    const counts = new Map(EXPIRIES_MIN.map((minutes) => [minutes, { wins: 0, losses: 0 }]));
    for (let trade = 0; trade < 400; trade++) {
      const entryMs = START_MS + trade * 61.7 * MINUTE_MS;
      const entryPrice = cursor.seekBefore(entryMs + 1).price;
      for (const [minutes, count] of counts)
        score(count, cursor.seekBefore(entryMs + minutes * MINUTE_MS).price - entryPrice);
    }
    return counts;
  });

/** Returns the signs of the changes of 600 minutes, for each seed. */
const minuteSigns = () =>
  perSeed((cursor) =>
    Array.from({ length: 600 }, (_, minute) => Math.sign(changeOver(cursor, START_MS + minute * MINUTE_MS, 1))),
  );

describe('the simulated market over 100 seeds', () => {
  const calls = countCalls();
  const signs = minuteSigns();

  it.each(EXPIRIES_MIN)('gives CALL and PUT equal numbers of wins at an expiry of %d min', (minutes) => {
    const counts = calls.map((byExpiry) => byExpiry.get(minutes) ?? { wins: 0, losses: 0 });
    expectFair(`CALL ${minutes} min`, counts, 0.95 * SEEDS * 400);
    const puts = counts.map(({ wins, losses }) => ({ wins: losses, losses: wins }));
    expectFair(`PUT ${minutes} min`, puts, 0.95 * SEEDS * 400);
  });

  it.each([1, 2, 3, 5])('gives no advantage to trades that follow %d candles of one colour', (length) => {
    const counts = signs.map((minutes) => {
      const count: Count = { wins: 0, losses: 0 };
      let run = 0;
      for (const sign of minutes) {
        if (Math.abs(run) >= length) score(count, sign * Math.sign(run));
        run = Math.sign(run) === sign ? run + sign : sign;
      }
      return count;
    });
    expectFair(`follow ${length} candles`, counts, (100 * SEEDS) / 2 ** length);
  });

  it.each([
    [5, 400],
    [60, 100],
  ])('gives no advantage to trades with or against a strong move of %d min', (minutes, trades) => {
    const counts = countPerSeed((cursor, count) => {
      let typical = 0;
      for (let trade = 0; trade < trades; trade++) {
        const fromMs = START_MS + trade * 2 * minutes * MINUTE_MS;
        const move = changeOver(cursor, fromMs, minutes);
        const isStrong = Math.abs(move) > 1.5 * typical;
        typical = 0.9 * typical + 0.1 * Math.abs(move);
        if (isStrong) score(count, changeOver(cursor, fromMs + minutes * MINUTE_MS, minutes) * Math.sign(move));
      }
    });
    expectFair(`follow a strong ${minutes}-min move`, counts, (trades / 10) * SEEDS);
  });
});

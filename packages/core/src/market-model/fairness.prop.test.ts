import { describe, expect, it } from 'vitest';
import { type AssetSpec, SIMULATED_ASSETS } from './assets.ts';
import { TickCursor } from './ticks.ts';

/*
 * Checks that no rule based on the past wins more than half of its decided trades. Seeds are fixed, so that every run
 * gives the same result. The bound is |z| < 4 for each pooled count; a fair market fails one such check in 16,000. Σ z²
 * over the seeds must be within 4 standard deviations of its expectation (χ², 200 degrees of freedom: 200 ± 80).
 */
const SEEDS = 200;
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

function countPerSeed(play: (cursor: TickCursor, count: Count) => void): Count[] {
  return Array.from({ length: SEEDS }, (_, seed) => {
    const count: Count = { wins: 0, losses: 0 };
    play(new TickCursor(seed, assetOf(seed)), count);
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

describe('the simulated market over 200 seeds', () => {
  it.each([1, 5, 15, 60])('gives CALL and PUT equal numbers of wins at an expiry of %d min', (minutes) => {
    const counts = countPerSeed((cursor, count) => {
      for (let trade = 0; trade < 400; trade++)
        score(count, changeOver(cursor, START_MS + trade * 61.7 * MINUTE_MS, minutes));
    });
    expectFair(`CALL ${minutes} min`, counts, 0.95 * SEEDS * 400);
    const puts = counts.map(({ wins, losses }) => ({ wins: losses, losses: wins }));
    expectFair(`PUT ${minutes} min`, puts, 0.95 * SEEDS * 400);
  });

  it.each([1, 2, 3, 5])('gives no advantage to trades that follow %d candles of one colour', (length) => {
    const counts = countPerSeed((cursor, count) => {
      let run = 0;
      for (let minute = 0; minute < 600; minute++) {
        const fromMs = START_MS + minute * MINUTE_MS;
        const sign = Math.sign(changeOver(cursor, fromMs, 1));
        if (Math.abs(run) >= length) score(count, sign * Math.sign(run));
        run = Math.sign(run) === sign ? run + sign : sign;
      }
    });
    expectFair(`follow ${length} candles`, counts, (100 * SEEDS) / 2 ** length);
  });

  it.each([5, 60])('gives no advantage to trades with or against a strong move of %d min', (minutes) => {
    const counts = countPerSeed((cursor, count) => {
      let typical = 0;
      for (let trade = 0; trade < 400; trade++) {
        const fromMs = START_MS + trade * 2 * minutes * MINUTE_MS;
        const move = changeOver(cursor, fromMs, minutes);
        const isStrong = Math.abs(move) > 1.5 * typical;
        typical = 0.9 * typical + 0.1 * Math.abs(move);
        if (isStrong) score(count, changeOver(cursor, fromMs + minutes * MINUTE_MS, minutes) * Math.sign(move));
      }
    });
    expectFair(`follow a strong ${minutes}-min move`, counts, 40 * SEEDS);
  });
});

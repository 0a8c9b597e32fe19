import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '#candles/index.ts';
import { ratio } from '#kernel/index.ts';
import { noTries, spendTry, type TriesSpent } from '#statistics/index.ts';
import {
  type BacktestSubject,
  judgeSweep,
  planSweep,
  reportOf,
  runBacktest,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from './index.ts';
import { foldOf, OPTIONS, plantedEdge, randomWalk, strategy, UTC, valueOf } from './testing.ts';

/** A payout of 100 % makes one half the break-even rate, which is the rate of every rule on a fair walk. */
const EVEN = { ...OPTIONS, payout: ratio(1) };
const RSI = strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 });
const range = (path: string, from: number, to: number, step = 1) => ({ path, from, to, step });
const SWEEPS: readonly (readonly SweepVariant[])[] = [
  valueOf(planSweep(RSI, [range('rsi_period', 4, 9)], 500)).variants,
  valueOf(planSweep(RSI, [range('oversold', 30, 45, 5), range('overbought', 55, 70, 5)], 500)).variants,
  valueOf(planSweep(strategy('moving_average'), [range('fast', 2, 4), range('slow', 6, 12, 3)], 500)).variants,
];

/** Returns whether any of three sweeps, each with three choices of folds, is 'above'. */
function isFound(candles: CandleColumns): boolean {
  let spent: TriesSpent = noTries();
  let found = false;
  for (const variants of SWEEPS) {
    for (const folds of [2, 4, 7]) {
      const layout = sweepLayout(candles, variants, folds);
      const { tried } = judgeSweep(variants, layout, [valueOf(sweepChunk(candles, variants, layout, EVEN))]);
      const verdict = spendTry(spent, tried);
      spent = verdict.after;
      found ||= verdict.isAbove;
    }
  }
  return found;
}

const shareOf = (count: number, holds: (seed: number) => boolean): number =>
  Array.from({ length: count }, (_, seed) => seed).filter(holds).length / count;
const limit = (share: number, count: number): number => share + 2.5 * Math.sqrt((share * (1 - share)) / count);

describe('three sweeps of one user, each with three choices of folds', () => {
  it("contain a verdict 'above' in at most 5 % of fair random walks", { timeout: 120_000 }, async ({ annotate }) => {
    const WALKS = 60;
    const found = shareOf(WALKS, (seed) => isFound(randomWalk(new SeededRng(seed), 2_000)));
    await annotate(`found on ${(100 * found).toFixed(1)} % of ${WALKS} walks`);
    expect(found).toBeLessThan(limit(0.05, WALKS));
  });

  it('find a planted win rate of 62 % on most walks', { timeout: 120_000 }, async ({ annotate }) => {
    const WALKS = 20;
    const found = shareOf(WALKS, (seed) => isFound(plantedEdge(new SeededRng(seed), 3_000, foldOf(RSI), 0.62)));
    await annotate(`found on ${(100 * found).toFixed(1)} % of ${WALKS} walks`);
    expect(found).toBeGreaterThan(0.8);
  });
});

describe('a single test of trades that overlap, on fair walks', () => {
  const WALKS = 250;
  const overlapping = (minutes: number): BacktestSubject =>
    strategy('rsi', { rsi_period: 14, oversold: 35, overbought: 65, duration: minutes });

  it.each([60, 240])('has a valid verdict and interval for %i minutes', { timeout: 120_000 }, async (minutes) => {
    let [above, below, covered, independent] = [0, 0, 0, 0];
    for (let seed = 0; seed < WALKS; seed += 1) {
      const run = valueOf(runBacktest(randomWalk(new SeededRng(seed), 8_000), overlapping(minutes), EVEN));
      const { card, independentTrades, counts } = reportOf(run, { zoneOffsetMs: UTC, rng: null });
      if (card.kind !== 'measured') throw new Error('nothing is decided');
      if (card.verdict === 'above') above += 1;
      if (card.verdict === 'below') below += 1;
      if (card.interval.low <= 0.5 && card.interval.high >= 0.5) covered += 1;
      independent += (independentTrades ?? NaN) / (counts.won + counts.lost) / WALKS;
    }
    expect(above / WALKS).toBeLessThan(limit(0.025, WALKS));
    expect(below / WALKS).toBeLessThan(limit(0.025, WALKS));
    expect(covered / WALKS).toBeGreaterThan(0.94 - 2.5 * Math.sqrt((0.94 * 0.06) / WALKS));
    expect(independent).toBeLessThan(0.8);
  });
});

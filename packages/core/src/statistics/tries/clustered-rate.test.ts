import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { winRateCard } from '../win-rate-card.ts';
import { addToBlock, blockGrid, emptyBlocks } from './blocks.ts';
import { pooledPrecision, ratePrecision, studentPoint } from './clustered-rate.ts';

const MINUTE_MS = 60_000;

describe('the precision of a win rate', () => {
  it('equals that of one trade per group if each trade is repeated ten times', () => {
    const rng = new SeededRng(5);
    const grid = blockGrid({ fromMs: 0, toMs: 200 * 900_000 }, 0);
    const rows = emptyBlocks(grid);
    for (let block = 0; block < 200; block += 1) {
      const won = rng.next() < 0.55;
      for (let copy = 0; copy < 10; copy += 1) addToBlock(rows, 0, grid, block * grid.lengthMs + copy, won ? 0.85 : -1);
    }
    const { independent, blocks } = ratePrecision(rows);
    expect(blocks).toBe(200);
    expect(independent).toBeGreaterThan(185);
    expect(independent).toBeLessThan(200);
  });

  it('is at most that of independent trades, and equals it if neighbouring results are opposite', () => {
    const grid = blockGrid({ fromMs: 0, toMs: 100 * 900_000 }, 0);
    const rows = emptyBlocks(grid);
    for (let block = 0; block < 100; block += 1)
      for (const result of [0.85, -1]) addToBlock(rows, 0, grid, block * grid.lengthMs, result);
    expect(ratePrecision(rows).independent).toBe(200);
  });

  it('covers the true rate in at least 94 of 100 series whose trades overlap', () => {
    let covered = 0;
    const SERIES = 400;
    for (let seed = 1; seed <= SERIES; seed += 1) {
      // An entry every five minutes, decided an hour later by a fair walk.
      const rng = new SeededRng(seed * 31);
      const minutes = 20_000;
      const walk = new Float64Array(minutes);
      for (let at = 1; at < minutes; at += 1)
        walk[at] = (walk[at - 1] ?? 0) + (rng.next() < 0.5 ? -1 : 1) * (1 + rng.next());
      const grid = blockGrid({ fromMs: 0, toMs: minutes * MINUTE_MS }, 60 * MINUTE_MS);
      const rows = emptyBlocks(grid);
      let [won, lost] = [0, 0];
      for (let at = 0; at + 60 < minutes; at += 5) {
        const isWon = (walk[at + 60] ?? 0) > (walk[at] ?? 0);
        addToBlock(rows, 0, grid, at * MINUTE_MS, isWon ? 1 : -1);
        if (isWon) won += 1;
        else lost += 1;
      }
      const card = winRateCard({ won, lost, tied: 0, averagePayoutRatio: 1, precision: ratePrecision(rows) });
      if (card.kind !== 'measured') throw new Error('nothing is decided');
      if (card.interval.low <= 0.5 && card.interval.high >= 0.5) covered += 1;
    }
    expect(covered / SERIES).toBeGreaterThan(0.94 - 2 * Math.sqrt((0.94 * 0.06) / SERIES));
  });
});

it.each([
  [9, 2.262],
  [20, 2.086],
  [60, 2],
  [1_000_000, 1.96],
])('studentPoint is the published point of %s degrees of freedom', (freedom, point) => {
  expect(studentPoint(freedom)).toBeCloseTo(point, 2);
});

describe('the precision of the win rate over several parts', () => {
  const clustered = { decided: 100, precision: { independent: 10, blocks: 5 } };
  const independent = { decided: 20, precision: undefined };

  it('is that of the only part with decided trades', () => {
    const pooled = pooledPrecision([{ ...clustered, decided: 0 }, clustered]);
    expect(pooled?.independent).toBeCloseTo(10, 12);
    expect(pooled?.blocks).toBeCloseTo(5, 12);
    expect(pooledPrecision([independent, { ...clustered, decided: 0 }])).toBeUndefined();
  });

  it('weighs the variances of the parts by their trades', () => {
    // In units of the variance of one trade: 100² / 10 = 1,000 and 20 for the numbers of wins.
    expect(pooledPrecision([clustered, independent])).toEqual({
      independent: 120 ** 2 / 1_020,
      blocks: 1 + 4 * 1.02 ** 2,
    });
  });

  it('has one degree of freedom if the only part with an estimated variance has one block', () => {
    const single = { decided: 5, precision: { independent: 1, blocks: 1 } };
    expect(pooledPrecision([single])).toEqual({ independent: 1, blocks: 2 });
  });
});

import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { addToBlock, type BlockGrid, blockGrid, emptyBlocks } from './blocks.ts';
import { chancesOf, type ScoredRule, scoreOf, WORLDS, worldMaxima } from './null-worlds.ts';
import {
  combinedTry,
  joinedTries,
  noTries,
  spendOnFamilies,
  spendTry,
  type TriesSpent,
  tryScoresOfRules,
} from './spend-try.ts';

const BLOCKS = 100;
const GRID: BlockGrid = { lengthMs: 900_000, first: 7, count: BLOCKS };

/** Returns a rule with `trades` trades in each block, won with the probability `chance`. */
function rule(seed: number, chance = 0.5, trades = 5): ScoredRule {
  const rng = new SeededRng(1 + seed * 7_919);
  const rows = emptyBlocks(GRID);
  for (let block = 0; block < BLOCKS; block += 1)
    for (let trade = 0; trade < trades; trade += 1)
      addToBlock(rows, 0, GRID, (GRID.first + block) * GRID.lengthMs + trade, rng.next() < chance ? 1 : -1);
  return scoreOf(rows);
}
/** Returns a fair rule that trades until it wins, at most six times in a block: it loses rarely, and then a lot. */
function untilItWins(seed: number): ScoredRule {
  const [rng, rows] = [new SeededRng(1 + seed * 7_919), emptyBlocks(GRID)];
  for (let block = 0; block < BLOCKS; block += 1) {
    for (let trade = 0, isWon = false; trade < 6 && !isWon; trade += 1) {
      isWon = rng.next() < 0.5;
      addToBlock(rows, 0, GRID, (GRID.first + block) * GRID.lengthMs, isWon ? 1 : -1);
    }
  }
  return scoreOf(rows);
}

const tryOf = (...rules: readonly ScoredRule[]) => tryScoresOfRules(rules, GRID);

describe('the blocks of a test', () => {
  it('last at least ten times as long as a trade, and are at most 256', () => {
    for (const [minutes, days] of [
      [1, 10],
      [60, 30],
      [1_440, 365],
      [5, 1_500],
    ] as const) {
      const grid = blockGrid({ fromMs: 12_345_678, toMs: 12_345_678 + days * 86_400_000 }, minutes * 60_000);
      expect(grid.lengthMs).toBeGreaterThanOrEqual(minutes * 600_000);
      expect(grid.count).toBeLessThanOrEqual(256);
      expect(grid.first * grid.lengthMs).toBeLessThanOrEqual(12_345_678);
      expect((grid.first + grid.count) * grid.lengthMs).toBeGreaterThanOrEqual(12_345_678 + days * 86_400_000);
    }
  });
});

describe('the null worlds', () => {
  it('have the distribution of all combinations of signs', () => {
    const sums = [3, -1, 4, 1, -5, 9, 2, -6, 5, 3];
    const grid = { lengthMs: 900_000, first: 0, count: sums.length };
    const rows = emptyBlocks(grid);
    for (const [block, sum] of sums.entries())
      for (let trade = 0; trade < 9; trade += 1)
        addToBlock(rows, 0, grid, block * grid.lengthMs, (sum + (trade % 2 === 0 ? 0.5 : -0.5) - 0.5 / 9) / 9);
    const scored = scoreOf(rows);
    const maxima = worldMaxima([scored], grid);
    const all = Array.from({ length: 1_024 }, (_, bits) => {
      const signed = scored.returns.reduce((total, one, block) => total + ((bits >> block) & 1 ? one : -one), 0);
      return 0.15 * signed - (0.15 ** 2 * scored.squares) / 2;
    });
    for (const share of [0.1, 0.5, 0.9, 0.975]) {
      const exact = all.toSorted((a, b) => a - b).at(Math.floor(share * all.length)) ?? NaN;
      const reached = maxima.filter((score) => score >= exact).length / WORLDS;
      expect(Math.abs(reached - (1 - share))).toBeLessThan(0.02);
    }
  });

  it('are the same for the same time, and different for another', () => {
    const one = rule(1);
    expect(worldMaxima([one], GRID)).toEqual(worldMaxima([one], GRID));
    expect(worldMaxima([one], { ...GRID, first: 8 })).not.toEqual(worldMaxima([one], GRID));
  });

  it('ignore a rule that clearly loses', () => {
    const [fair, losing] = [rule(1), rule(2, 0.35)];
    expect(worldMaxima([fair, losing], GRID)).toEqual(worldMaxima([fair], GRID));
    expect(worldMaxima([fair, rule(3)], GRID)).not.toEqual(worldMaxima([fair], GRID));
  });

  it('give no score to a rule with fewer than 30 trades or fewer than ten blocks', () => {
    const rows = emptyBlocks(GRID);
    for (let trade = 0; trade < 90; trade += 1)
      addToBlock(rows, 0, GRID, (GRID.first + (trade % 9)) * GRID.lengthMs, 1);
    expect(scoreOf(rows).score).toBeNull();
    addToBlock(rows, 0, GRID, (GRID.first + 9) * GRID.lengthMs, 1);
    expect(scoreOf(rows).score).not.toBeNull();
    expect(rule(1, 0.5, 0).score).toBeNull();
    const few = emptyBlocks(GRID);
    for (let trade = 0; trade < 29; trade += 1) addToBlock(few, 0, GRID, (GRID.first + trade) * GRID.lengthMs, 1);
    expect(scoreOf(few).score).toBeNull();
  });

  it('find no edge in the luck of a rule that loses rarely, and then a lot', () => {
    const [SEEDS, LEVEL] = [1_500, 0.01];
    let [reached, above, below] = [0, 0, 0];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const scored = untilItWins(seed);
      const { score } = scored;
      if (score === null) throw new Error('the rule has too few trades');
      const chances = chancesOf(scored);
      if (chances && chances.above <= LEVEL) above += 1;
      if (chances && chances.below <= LEVEL) below += 1;
      // The null worlds are computed only for rules that were lucky, because other rules cannot reach the level.
      if (chances && chances.above > 0.1) continue;
      if (worldMaxima([scored], GRID).filter((one) => one >= score).length <= LEVEL * WORLDS) reached += 1;
    }
    const limit = LEVEL + 2 * Math.sqrt((LEVEL * (1 - LEVEL)) / SEEDS);
    expect(reached / SEEDS).toBeLessThan(limit);
    expect(above / SEEDS).toBeLessThan(limit);
    expect(below / SEEDS).toBeLessThan(limit);
  });

  it('agree with the t-test of a rule alone', () => {
    for (const seed of [1, 2, 3, 4]) {
      const scored = rule(seed, 0.53);
      const above = scored.score ?? NaN;
      const inWorlds =
        worldMaxima([{ ...scored, decided: 500 }], GRID).filter((score) => score >= above).length / WORLDS;
      if (scored.sum > 0) expect(Math.abs((chancesOf(scored)?.above ?? NaN) - inWorlds)).toBeLessThan(0.02);
    }
    expect(chancesOf(rule(1, 0.5, 0))).toBeNull();
  });
});

describe('a try (a test that makes later verdicts on the same data stricter)', () => {
  it("is 'above' for a rule with an edge, and spends 2.5 % at most", () => {
    const verdict = spendTry(noTries(), tryOf(rule(1, 0.65)));
    expect(verdict).toMatchObject({ isAbove: true, tries: 1, level: 0.025, spentLevel: 0.025 });
    expect(verdict.best).toBeGreaterThan(verdict.needed);
  });

  it('without a score spends nothing and does not count', () => {
    const before = spendTry(noTries(), tryOf(rule(1))).after;
    const verdict = spendTry(before, tryOf(rule(1, 0.5, 0)));
    expect(verdict).toMatchObject({ isAbove: false, best: null, pValue: null, tries: 1 });
    expect(verdict.after).toBe(before);
  });

  it('has the same verdict when it is repeated, and spends nothing more', () => {
    const tried = tryOf(rule(4), rule(5));
    const first = spendTry(noTries(), tried);
    const again = spendTry(first.after, tried);
    expect(again).toMatchObject({ needed: first.needed, spentLevel: first.spentLevel, tries: 2 });
    expect(again.after.spent).toEqual(first.after.spent);
  });

  it('requires of the best rule alone the same result as the tries before, with the p-value corrected for all', () => {
    const rules = Array.from({ length: 40 }, (_, seed) => rule(seed));
    const all = spendTry(noTries(), tryOf(...rules));
    const best = rules.reduce((one, other) => ((other.score ?? 0) > (one.score ?? 0) ? other : one));
    const alone = spendTry(all.after, tryOf(best));
    expect(alone.pValue).toBeLessThan(0.1);
    expect(alone.correctedPValue).toBeGreaterThanOrEqual(all.pValue ?? NaN);
    // After the second try at most 3.3 % of the worlds may be spent, so the required score is a little lower.
    const reached = worldMaxima(rules, GRID).filter((score) => score > alone.needed).length / WORLDS;
    expect(reached).toBeLessThan(0.033);
  });

  it('never spends more than 4.5 % of the null worlds, for any sequence of tries', () => {
    let spent: TriesSpent = noTries();
    for (let seed = 0; seed < 60; seed += 1) {
      const verdict = spendTry(spent, tryOf(rule(seed), rule(1_000 + seed, 0.5, 2)));
      expect(verdict.spentLevel).toBeLessThanOrEqual((0.045 * verdict.tries) / (verdict.tries + 0.8) + 1e-9);
      expect(verdict.after.spent.reduce((sum, is) => sum + is, 0)).toBe(Math.round(verdict.spentLevel * WORLDS));
      spent = verdict.after;
    }
    expect(spent.tries).toBe(60);
    expect(spent.rules).toBe(120);
  });

  it('can find an edge beyond all null worlds even after many tries', () => {
    let spent: TriesSpent = noTries();
    for (let seed = 0; seed < 100; seed += 1) spent = spendTry(spent, tryOf(rule(seed))).after;
    expect(spendTry(spent, tryOf(rule(7, 0.8))).isAbove).toBe(true);
    expect(spendTry(spent, tryOf(rule(7, 0.54))).isAbove).toBe(false);
  });
});

describe('the tries on several families of related data', () => {
  it('add up when the families turn out to be one', () => {
    const [one, other] = [spendTry(noTries(), tryOf(rule(1))).after, spendTry(noTries(), tryOf(rule(2))).after];
    const both = joinedTries(one, other);
    expect(both).toMatchObject({ tries: 2, rules: 2 });
    for (let world = 0; world < WORLDS; world += 1) {
      expect(both.spent[world]).toBe(Math.max(one.spent[world] ?? 0, other.spent[world] ?? 0));
      expect(both.maxima[world]).toBe(Math.max(one.maxima[world] ?? 0, other.maxima[world] ?? 0));
    }
  });

  it('are spent on each family by a try on all of them', () => {
    const before = spendTry(noTries(), tryOf(rule(1))).after;
    const tried = combinedTry([tryOf(rule(2)), tryOf(rule(3), rule(4))]);
    expect(tried.scores).toHaveLength(3);
    expect(tried.chance).toBeNull();
    const { verdict, after } = spendOnFamilies([before, noTries()], tried);
    expect(after.map(({ tries, rules }) => [tries, rules])).toEqual([
      [2, 4],
      [1, 3],
    ]);
    expect(verdict.tries).toBe(2);
    for (let world = 0; world < WORLDS; world += 1) {
      const isNew = (verdict.after.spent[world] ?? 0) - (before.spent[world] ?? 0);
      expect(after[1]?.spent[world]).toBe(isNew);
      expect(after[0]?.spent[world]).toBe(verdict.after.spent[world]);
    }
  });

  it('are unchanged by a try without a score', () => {
    const { after } = spendOnFamilies([noTries()], tryOf(rule(1, 0.5, 0)));
    expect(after[0]?.tries).toBe(0);
  });
});

it('combinedTry keeps the p-value of the only test that has a score', () => {
  const one = tryOf(rule(1, 0.55));
  expect(combinedTry([one, tryOf(rule(1, 0.5, 0))]).chance).toBe(one.chance);
});

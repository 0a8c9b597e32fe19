import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { addToBlock, type BlockGrid, emptyBlocks } from './blocks.ts';
import { lookAtFamilies } from './look.ts';
import { type ScoredRule, scoreOf } from './null-worlds.ts';
import { noTries, spendOnFamilies, spendTry, tryScoresOfRules } from './spend-try.ts';

const BLOCKS = 60;
const GRID: BlockGrid = { lengthMs: 900_000, first: 7, count: BLOCKS };

/** Returns a rule with five trades in each block, won with the probability `chance`. */
function rule(seed: number, chance = 0.5): ScoredRule {
  const rng = new SeededRng(1 + seed * 7_919);
  const rows = emptyBlocks(GRID);
  for (let block = 0; block < BLOCKS; block += 1)
    for (let trade = 0; trade < 5; trade += 1)
      addToBlock(rows, 0, GRID, (GRID.first + block) * GRID.lengthMs + trade, rng.next() < chance ? 1 : -1);
  return scoreOf(rows);
}
const lookAt = (spent: ReturnType<typeof noTries>, looked: ScoredRule) => {
  const [after = spent] = lookAtFamilies([spent], tryScoresOfRules([looked], GRID)).after;
  return after;
};

describe('a look (an automatic test without a verdict)', () => {
  it('counts as no try, spends no error budget and finds nothing, even with an edge', () => {
    const before = spendTry(noTries(), tryScoresOfRules([rule(1)], GRID)).after;
    const { verdict, after } = lookAtFamilies([before], tryScoresOfRules([rule(2, 0.7)], GRID));
    expect(verdict).toMatchObject({ isAbove: false, tries: 1, spentLevel: 0.025 });
    expect(after[0]).toMatchObject({ tries: 1, rules: 2 });
    expect(after[0]?.spent).toEqual(before.spent);
  });

  it('has the chances of a try of the same rules', () => {
    const looked = tryScoresOfRules([rule(3, 0.55)], GRID);
    const tried = spendOnFamilies([noTries()], looked).verdict;
    expect(lookAtFamilies([noTries()], looked).verdict).toMatchObject({
      pValue: tried.pValue,
      correctedPValue: tried.correctedPValue,
    });
  });

  it('without enough trades changes nothing', () => {
    const before = noTries();
    const none = tryScoresOfRules([scoreOf(emptyBlocks(GRID))], GRID);
    expect(lookAtFamilies([before], none).after[0]).toBe(before);
  });

  it('makes a later try of the best rule as strict as a sweep over all looks', () => {
    const rules = Array.from({ length: 12 }, (_, seed) => rule(seed));
    const best = rules.reduce((one, other) => ((other.score ?? 0) > (one.score ?? 0) ? other : one));
    const looks = rules.reduce(lookAt, noTries());
    const { needed } = spendTry(looks, tryScoresOfRules([best], GRID));
    expect(needed).toBe(spendTry(noTries(), tryScoresOfRules(rules, GRID)).needed);
    expect(needed).toBeGreaterThan(spendTry(noTries(), tryScoresOfRules([best], GRID)).needed);
  });

  it('hides no real edge: the rule is found by its try after many looks', () => {
    const looks = Array.from({ length: 20 }, (_, at) => rule(at)).reduce(lookAt, noTries());
    expect(spendTry(looks, tryScoresOfRules([rule(99, 0.68)], GRID)).isAbove).toBe(true);
  });
});

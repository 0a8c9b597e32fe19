import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { judgeSweep } from './index.ts';
import { type Blocks, EMPTY, LAYOUT, NOTHING, record, rowsWith, variants } from './testing-sweep-rows.ts';

const RUNS = 2_000;
const TRADES_PER_BLOCK = 30;
const INDEPENDENT_TRADES = 60;

const winsOf = (rng: SeededRng, trades: number, rate: number): number =>
  Array.from({ length: trades }, () => rng.next() < rate).filter(Boolean).length;
const sumOf = (blocks: Blocks): readonly [won: number, lost: number] => [
  blocks.reduce((sum, [, won]) => sum + won, 0),
  blocks.reduce((sum, [decided, won]) => sum + decided - won, 0),
];

/** Returns a variant whose trades win or lose together: each block has a win rate of 20 % or 80 %. */
function clusteredVariant(rng: SeededRng) {
  const blocks = EMPTY.map(() => {
    const won = winsOf(rng, TRADES_PER_BLOCK, rng.next() < 0.5 ? 0.2 : 0.8);
    return [TRADES_PER_BLOCK, won, 0] as const;
  });
  const part = (index: number) => record(...sumOf(blocks.slice(4 * index, 4 * (index + 1))), index === 0 ? 100 : 0);
  return { records: [record(...sumOf(blocks), 100), part(0), part(1), part(2)] as const, blocks, overlap: 1 };
}

/** Returns a variant of independent trades, which is chosen after the second part. */
function independentVariant(rng: SeededRng) {
  const won = winsOf(rng, INDEPENDENT_TRADES, 0.5);
  const last = record(won, INDEPENDENT_TRADES - won, 0);
  return { records: [last, NOTHING, record(20, 20, 200), last] as const, blocks: EMPTY, overlap: 0 };
}

describe('the interval of a walk-forward over a variant with overlap and one without', () => {
  it('contains the true win rate of one half in at least 95 % of runs', async ({ annotate }) => {
    const rng = new SeededRng(3);
    let contained = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const rows = rowsWith([clusteredVariant(rng), independentVariant(rng)]);
      const { walkForward, judged } = judgeSweep(variants(2), LAYOUT, [rows]);
      expect(walkForward.map(({ values }) => values['fast'])).toEqual([0, 1]);
      if (judged.card.kind !== 'measured') throw new Error('nothing is decided');
      const { low, high } = judged.card.interval;
      if (low <= 0.5 && high >= 0.5) contained += 1;
    }
    await annotate(`contained in ${((100 * contained) / RUNS).toFixed(1)} % of ${RUNS} runs`);
    expect(contained / RUNS).toBeGreaterThan(0.95);
  });
});

import { at, baseStep, type CandleColumns } from '#candles/index.ts';
import { blockGrid } from '#statistics/index.ts';
import { secondsOf } from '#trades/index.ts';
import { lengthOfSubject } from './backtest.ts';
import type { SweepLayout, SweepVariant } from './sweep-types.ts';
import { TALLY_FIELDS } from './tally.ts';
import { blockFieldCount } from './trade-blocks.ts';

/**
 * Returns the starts of the parts of a walk-forward and, last, the end of the data, in epoch milliseconds. All parts
 * have the same number of candles.
 * @param base not empty
 * @param folds at least 1
 */
export function foldBounds(base: CandleColumns, folds: number): Float64Array {
  const bounds = new Float64Array(folds + 1);
  for (let fold = 0; fold < folds; fold += 1)
    bounds[fold] = at(base.time, Math.floor((fold * base.length) / folds)) * 1_000;
  bounds[folds] = (at(base.time, base.length - 1) + baseStep(base)) * 1_000;
  return bounds;
}

/** Life of trades whose duration is in ticks, in seconds. They last a few seconds, much less than a block. */
const TICKS_LIFE_S = 60;

/**
 * Returns the layout of a sweep.
 * @param base not empty
 * @param variants all variants of the sweep, not only those of a chunk
 * @param folds number of parts, at least 1
 */
export function sweepLayout(base: CandleColumns, variants: readonly SweepVariant[], folds: number): SweepLayout {
  const boundsMs = foldBounds(base, folds);
  const lives = variants.map(({ subject }) => secondsOf(lengthOfSubject(subject)) ?? TICKS_LIFE_S);
  const longestLifeMs = lives.reduce((longest, life) => Math.max(longest, life), 0) * 1_000;
  return { boundsMs, blocks: blockGrid({ fromMs: at(boundsMs, 0), toMs: at(boundsMs, folds) }, longestLifeMs) };
}

/**
 * Indexes of the fields of one variant in `SweepRows`: tallies from 0, then blocks, then whether trades overlap.
 * `fields` is their number.
 */
export function variantFieldIndexes({ boundsMs, blocks }: SweepLayout) {
  const tallies = boundsMs.length * TALLY_FIELDS;
  const overlapping = tallies + blockFieldCount(blocks);
  return { blocks: tallies, overlapping, fields: overlapping + 1 } as const;
}

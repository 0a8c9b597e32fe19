import { BLOCK_FIELDS, BLOCK_INDEX, type ReturnBlocks } from './blocks.ts';

/**
 * How precise a win rate is. `independent`: number of independent trades that give an interval of the same width, at
 * most the number of decided trades. `blocks`: number of blocks with decided trades. For pooled trades it is one more
 * than the degrees of freedom, and not necessarily whole.
 */
export type RatePrecision = { readonly independent: number; readonly blocks: number };

/** Ratio of the true variance to that between blocks, if trades last a tenth of a block and start at any time. */
const ACROSS_BLOCKS = 1 / (1 - 1 / 30);

/**
 * Returns the precision of the win rate of trades that overlap: the variance between blocks (Liang and Zeger 1986, with
 * the correction for few blocks) against the variance of independent trades.
 */
export function ratePrecision(rows: ReturnBlocks): RatePrecision {
  let [decided, won, blocks] = [0, 0, 0];
  for (let field = 0; field < rows.length; field += BLOCK_FIELDS) {
    const inBlock = rows[field + BLOCK_INDEX.decided] ?? 0;
    decided += inBlock;
    won += rows[field + BLOCK_INDEX.won] ?? 0;
    if (inBlock > 0) blocks += 1;
  }
  const rate = won / decided;
  let squares = 0;
  for (let field = 0; field < rows.length; field += BLOCK_FIELDS)
    squares += ((rows[field + BLOCK_INDEX.won] ?? 0) - rate * (rows[field + BLOCK_INDEX.decided] ?? 0)) ** 2;
  const between = (squares * ACROSS_BLOCKS * blocks) / Math.max(1, blocks - 1);
  const within = decided * rate * (1 - rate);
  return { independent: between > within ? (decided * within) / between : decided, blocks };
}

/**
 * Returns the precision of the win rate over all trades of several parts; undefined if no part has one. The rate weighs
 * the parts by their trades, so its variance is the sum of theirs by the squares of these numbers. The degrees of
 * freedom are those of Satterthwaite (1946); independent trades need no estimated variance.
 * @param parts for each part its number of decided trades, and its precision; undefined for independent trades
 */
export function pooledPrecision(
  parts: readonly { readonly decided: number; readonly precision: RatePrecision | undefined }[],
): RatePrecision | undefined {
  let [trades, variance, squares] = [0, 0, 0];
  for (const { decided, precision } of parts) {
    if (decided === 0) continue;
    const ofPart = decided ** 2 / (precision?.independent ?? decided);
    trades += decided;
    variance += ofPart;
    if (precision !== undefined) squares += ofPart ** 2 / Math.max(1, precision.blocks - 1);
  }
  return squares === 0 ? undefined : { independent: trades ** 2 / variance, blocks: 1 + variance ** 2 / squares };
}

/** Two-sided 95 % point of the normal distribution. */
const Z_95 = 1.959963984540054;

/**
 * Returns the two-sided 95 % point of Student's t distribution: the expansion of Abramowitz and Stegun 26.7.5, exact to
 * a thousandth from 9 degrees of freedom.
 * @param freedom degrees of freedom, at least 1
 */
export function studentPoint(freedom: number): number {
  const z = Z_95;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}

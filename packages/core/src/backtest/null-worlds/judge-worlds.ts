import { invariant } from '#kernel/index.ts';
import { exactInterval, type RateInterval } from '#statistics/index.ts';
import type { WorldResult } from './run-worlds.ts';

/** The verdicts and profits of a method in markets without an edge, and the rank of the real result among them. */
export type WorldsFigures = {
  /** Number of null worlds. */
  readonly worlds: number;
  /** Number of null worlds in which the verdict is `above`. */
  readonly above: number;
  /** Number of null worlds with too few decided trades for a verdict. */
  readonly shortSamples: number;
  /** Exact 95 % interval of the share of such worlds (Clopper and Pearson 1934). */
  readonly aboveInterval: RateInterval;
  readonly real: WorldResult;
  /** Number of null worlds with at least the profit of the real market. */
  readonly atLeastAsGood: number;
  /**
   * Permutation p-value, (k + 1)/(n + 1) for `k` of `n` worlds that are at least as good (Phipson and Smyth 2010). It
   * is exact for the hypothesis that the direction of the market is not predictable.
   */
  readonly pValue: number;
  /** Profits of the null worlds in cents, ascending. */
  readonly profitsMinor: readonly number[];
};

/**
 * Judges the results of a method.
 * @param results results of `runWorlds` from world 0 on, at least two
 */
export function judgeWorlds([real, ...nulls]: readonly WorldResult[]): WorldsFigures {
  invariant(real !== undefined && nulls.length > 0, 'a method runs in the real market and in null worlds');
  const worlds = nulls.length;
  const above = nulls.filter(({ verdict }) => verdict === 'above').length;
  const shortSamples = nulls.filter(({ verdict }) => verdict === null || verdict === 'short_sample').length;
  const atLeastAsGood = nulls.filter(({ profitMinor }) => profitMinor >= real.profitMinor).length;
  return {
    worlds,
    above,
    shortSamples,
    aboveInterval: exactInterval(above, worlds),
    real,
    atLeastAsGood,
    pValue: (atLeastAsGood + 1) / (worlds + 1),
    profitsMinor: nulls.map(({ profitMinor }) => profitMinor).toSorted((a, b) => a - b),
  };
}

import type { CandleColumns } from '#candles/index.ts';
import { ok, type Result, SeededRng } from '#kernel/index.ts';
import type { GroupFigures } from '#statistics/index.ts';
import type { Verdict } from '#vocabulary/index.ts';
import type { BacktestError } from '../backtest.ts';
import type { Method } from './methods.ts';
import { NullWorlds } from './null-worlds.ts';

/**
 * The result of a method in one world: its verdict (null if no trade is decided), and its profit in cents with the same
 * stake for every trade.
 */
export type WorldResult = { readonly verdict: Verdict | null; readonly profitMinor: number };

/** The worlds of a run: the seed of all, and the numbers of the first world and of the one after the last. */
export type WorldSpan = { readonly seed: number; readonly from: number; readonly to: number };

/** 2^32 divided by the golden ratio. Its multiples are far apart, so worlds have seeds that are far apart. */
const GOLDEN = 0x9e3779b1;
const SEEDS = 2 ** 32;

/** Returns the random source of a world. A world is the same whichever thread draws it. */
const rngOf = (seed: number, world: number): SeededRng =>
  new SeededRng(Math.floor(new SeededRng(seed ^ Math.imul(world, GOLDEN)).next() * SEEDS));

const resultOf = ({ card, profitMinor }: GroupFigures): WorldResult => ({
  verdict: card.kind === 'measured' ? card.verdict : null,
  profitMinor,
});

/**
 * Runs a method in some worlds. World 0 is the real market; the others are null copies of it.
 * @param timeframeSeconds timeframe of the rules
 * @returns the results in the order of the worlds, or the first error
 */
export function runWorlds(
  base: CandleColumns,
  timeframeSeconds: number,
  method: Method,
  { seed, from, to }: WorldSpan,
): Result<readonly WorldResult[], BacktestError> {
  const worlds = new NullWorlds(base, timeframeSeconds);
  const results: WorldResult[] = [];
  for (let world = from; world < to; world += 1) {
    const judged = method(world === 0 ? base : worlds.draw(rngOf(seed, world)));
    if (!judged.ok) return judged;
    results.push(resultOf(judged.value));
  }
  return ok(results);
}

import { checkedCount } from './counts.ts';
import { chanceOfAtLeast } from './luck.ts';
import type { RateInterval } from './wilson.ts';

/** Chance of each tail outside a 95 % interval. */
const TAIL = 0.025;
/** Number of halvings; the last interval is narrower than the precision of a number. */
const HALVINGS = 60;

/** Returns the chance at which a rising function reaches `TAIL`. */
function chanceAt(tail: (chance: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) < TAIL) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the exact 95 % interval of a share (Clopper and Pearson 1934): its coverage is at least 95 % for every true
 * share, also near 0 and 1.
 * @param hits at most `all`, both integers ≥ 0; `all` at least 1
 * @throws RangeError outside these ranges
 */
export function exactInterval(hits: number, all: number): RateInterval {
  checkedCount(hits, 'hits');
  checkedCount(all, 'all');
  if (hits > all || all === 0) throw new RangeError(`${hits} hits in ${all}`);
  const misses = all - hits;
  return {
    low: hits === 0 ? 0 : chanceAt((chance) => chanceOfAtLeast(hits, all, chance)),
    high: misses === 0 ? 1 : 1 - chanceAt((chance) => chanceOfAtLeast(misses, all, chance)),
  };
}

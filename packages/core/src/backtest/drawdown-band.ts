import type { Rng } from '#kernel/index.ts';
import type { DrawdownBand } from './figures.ts';
import { TwoAmounts } from './two-amounts.ts';

const ORDERS = 1_000;

/** Returns the largest fall of the running total below an earlier peak; the start counts as a peak. */
function deepestFall(profits: Float64Array): number {
  let total = 0;
  let peak = 0;
  let deepest = 0;
  for (const profit of profits) {
    total += profit;
    if (total > peak) peak = total;
    else if (peak - total > deepest) deepest = peak - total;
  }
  return deepest;
}

/** Shuffles the values in place (Fisher–Yates). */
function shuffle(values: Float64Array, rng: Rng): void {
  for (let left = values.length; left > 1; left -= 1) {
    const drawn = Math.floor(rng.next() * left);
    const last = values[left - 1] ?? 0;
    values[left - 1] = values[drawn] ?? 0;
    values[drawn] = last;
  }
}

/**
 * Returns a function that draws a random order of the profits and returns its largest fall. Profits of zero change no
 * fall, so they are left out. Wins of one amount and losses of one amount take the fast way of `TwoAmounts`.
 */
export function randomDrawdownsOf(profitsMinor: Float64Array, rng: Rng): () => number {
  const amounts = profitsMinor.filter((profit) => profit !== 0);
  const two = TwoAmounts.of(amounts);
  if (two !== null) return () => two.drawFall(rng);
  return () => {
    shuffle(amounts, rng);
    return deepestFall(amounts);
  };
}

/**
 * Returns the distribution of the maximum drawdowns that the same profits, in cents, have in 1,000 random orders.
 * Returns null without trades. Quantiles use the nearest rank.
 */
export function drawdownBand(profitsMinor: Float64Array, rng: Rng): DrawdownBand | null {
  if (profitsMinor.length === 0) return null;
  const drawFall = randomDrawdownsOf(profitsMinor, rng);
  const falls = Float64Array.from({ length: ORDERS }, () => drawFall()).sort();
  const rank = (fraction: number): number => falls[Math.ceil(fraction * ORDERS) - 1] ?? 0;
  return { p5Minor: rank(0.05), p50Minor: rank(0.5), p95Minor: rank(0.95), worstMinor: rank(1), orders: ORDERS };
}

import type { Rng } from '@vigia/core/kernel';
import { at, type PlainBar } from './bars.ts';
import { RandomChoices } from './random-rules.ts';

/** Returns a random window of a series. Some windows start with a constant price, and some candles are removed. */
export function randomWindow(rng: Rng, bars: readonly PlainBar[], length: number): readonly PlainBar[] {
  const dice = new RandomChoices(rng);
  const from = dice.whole(0, bars.length - length);
  const flat = dice.happens(0.2) ? dice.whole(1, 12) : 0;
  const gapChance = dice.of([0, 0.01, 0.05, 0.25]);
  let skip = 0;
  const window = bars.slice(from, from + length);
  return window
    .map((bar, index) => (index < flat ? { ...flatBar(at(window, 0).close), time: bar.time } : bar))
    .filter(() => {
      if (skip > 0) {
        skip -= 1;
        return false;
      }
      if (dice.happens(gapChance)) skip = dice.of([1, 1, 2, 5, 20]);
      return true;
    });
}

const flatBar = (price: number) => ({ open: price, high: price, low: price, close: price });

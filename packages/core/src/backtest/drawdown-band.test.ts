import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomDrawdownsOf } from './drawdown-band.ts';
import { TwoAmounts } from './two-amounts.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function fallOf(profits: readonly number[]): number {
  let total = 0;
  const totals = [0, ...profits.map((profit) => (total += profit))];
  const lowestAfter = totals.map((_, index) => Math.min(...totals.slice(index)));
  return Math.max(...totals.map((peak, index) => peak - (lowestAfter[index] ?? 0)));
}

/** Returns every order of `wins` wins and `losses` losses. */
function ordersOf(win: number, wins: number, loss: number, losses: number): readonly (readonly number[])[] {
  if (wins + losses === 0) return [[]];
  const after = (profit: number, rest: readonly (readonly number[])[]) => rest.map((order) => [profit, ...order]);
  return [
    ...(wins > 0 ? after(win, ordersOf(win, wins - 1, loss, losses)) : []),
    ...(losses > 0 ? after(-loss, ordersOf(win, wins, loss, losses - 1)) : []),
  ];
}

/** Returns every order of different amounts. */
function permutationsOf(amounts: readonly number[]): readonly (readonly number[])[] {
  if (amounts.length === 0) return [[]];
  return amounts.flatMap((first) =>
    permutationsOf(amounts.filter((amount) => amount !== first)).map((rest) => [first, ...rest]),
  );
}

function sharesOf(falls: readonly number[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  for (const fall of falls) shares.set(fall, (shares.get(fall) ?? 0) + 1 / falls.length);
  return shares;
}

const DRAWS = 40_000;

describe('the drawdowns of random orders', () => {
  it.each([
    { win: 80, wins: 5, loss: 100, losses: 6 },
    { win: 85, wins: 9, loss: 100, losses: 2 },
    { win: 400, wins: 1, loss: 100, losses: 9 },
  ])('have the distribution over every order of $wins wins of $win and $losses losses of $loss', (mix) => {
    const { win, wins, loss, losses } = mix;
    const expected = sharesOf(ordersOf(win, wins, loss, losses).map(fallOf));
    const profits = Float64Array.from([...Array(wins).fill(win), 0, ...Array(losses).fill(-loss), 0]);
    const draw = randomDrawdownsOf(profits, new SeededRng(7));
    const seen = sharesOf(Array.from({ length: DRAWS }, draw));
    expect(new Set(seen.keys())).toEqual(new Set(expected.keys()));
    // Four standard errors; the seed is fixed.
    for (const [fall, share] of expected)
      expect(Math.abs((seen.get(fall) ?? 0) - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / DRAWS) + 1e-9);
  });

  it('have the distribution over every order of several amounts', () => {
    const profits = [60, 25, -10, -100];
    const expected = sharesOf(permutationsOf(profits).map(fallOf));
    const seen = sharesOf(
      Array.from({ length: DRAWS }, randomDrawdownsOf(Float64Array.from(profits), new SeededRng(7))),
    );
    expect(expected.size).toBeGreaterThan(1);
    expect(new Set(seen.keys())).toEqual(new Set(expected.keys()));
    for (const [fall, share] of expected)
      expect(Math.abs((seen.get(fall) ?? 0) - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / DRAWS));
  });

  it('have the same mean as those of plainly shuffled orders, for more than a hundred trades', () => {
    const profits = [...Array(61).fill(85), ...Array(58).fill(-100)];
    const rng = new SeededRng(11);
    const plain = Array.from({ length: 4_000 }, () =>
      fallOf(
        profits
          .map((profit) => ({ profit, key: rng.next() }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ profit }) => profit),
      ),
    );
    const quick = Array.from({ length: 4_000 }, randomDrawdownsOf(Float64Array.from(profits), new SeededRng(12)));
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const varianceOf = (values: readonly number[]) => meanOf(values.map((value) => value ** 2)) - meanOf(values) ** 2;
    const error = Math.sqrt((varianceOf(plain) + varianceOf(quick)) / 4_000);
    expect(Math.abs(meanOf(plain) - meanOf(quick))).toBeLessThan(4 * error);
    expect(varianceOf(quick) / varianceOf(plain)).toBeCloseTo(1, 0);
  });

  it('come from orders that contain every win and every loss, for any number of trades', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 90 }), fc.nat({ max: 90 }), (seed, wins, losses) => {
        const profits = Float64Array.from([...Array(wins).fill(1), ...Array(losses).fill(-1)]);
        const fall = TwoAmounts.of(profits)?.drawFall(new SeededRng(seed)) ?? NaN;
        expect(fall).toBeGreaterThanOrEqual(Math.max(losses - wins, Math.min(losses, 1)));
        expect(fall).toBeLessThanOrEqual(losses);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('TwoAmounts', () => {
  it('returns null if the wins, or the losses, have more than one amount', () => {
    expect(TwoAmounts.of(Float64Array.of(80, 85, -100))).toBeNull();
    expect(TwoAmounts.of(Float64Array.of(80, -90, -100))).toBeNull();
    expect(TwoAmounts.of(Float64Array.of(80, -100, 80, -100))).not.toBeNull();
  });
});

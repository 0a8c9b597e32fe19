import { describe, expect, it } from 'vitest';
import { judgeSweep, type SweepLayout, type SweepVariant } from './index.ts';
import { strategy } from './testing.ts';

/** Numbers of won, lost and tied trades, sum of payouts in basis points, and profit in cents. */
type Record5 = readonly [won: number, lost: number, tied: number, payoutBpSum: number, profitMinor: number];

const record = (won: number, lost: number, profitMinor: number, tied = 0): Record5 => [
  won,
  lost,
  tied,
  8_500 * (won + lost),
  profitMinor,
];
const NOTHING = record(0, 0, 0);

const variant = (fast: number): SweepVariant => ({ values: { fast }, subject: strategy('moving_average') });
const variants = (count: number) => Array.from({ length: count }, (_, index) => variant(index));
const LAYOUT: SweepLayout = {
  boundsMs: Float64Array.of(0, 100, 200, 300),
  blocks: { lengthMs: 10, first: 0, count: 12 },
};
type Blocks = readonly (readonly [decided: number, won: number, returns: number])[];
const EMPTY: Blocks = Array.from({ length: 12 }, () => [0, 0, 0] as const);
type Variant = readonly [Record5, Record5, Record5, Record5];

/** Returns the rows of variants without overlap. */
const rowsOf = (...each: readonly Variant[]) =>
  rowsWith(each.map((records) => ({ records, blocks: EMPTY, overlap: 0 })));
const rowsWith = (each: readonly { records: Variant; blocks: Blocks; overlap: number }[]) =>
  Float64Array.from(each.flatMap(({ records, blocks, overlap }) => [...records.flat(), ...blocks.flat(), overlap]));

/** Evaluates a sweep over three parts. Each variant is given by its results on all data and on each part. */
const judged = (...each: readonly Variant[]) => judgeSweep(variants(each.length), LAYOUT, [rowsOf(...each)]);

describe('the evaluation of a parameter sweep', () => {
  it('ranks variants by profit over all data, and variants of equal profit in the order of the sweep', () => {
    const of = (profit: number) => [record(20, 10, profit), NOTHING, NOTHING, NOTHING] as const;
    const { best, variants: tried } = judged(of(5), of(-3), of(9), of(5));
    expect(tried).toBe(4);
    expect(best.map(({ values, profitMinor }) => [values['fast'], profitMinor])).toEqual([
      [2, 9],
      [0, 5],
      [3, 5],
      [1, -3],
    ]);
  });

  it('lists the fifty best variants', () => {
    const each = Array.from({ length: 60 }, (_, index) => [record(1, 0, index), NOTHING, NOTHING, NOTHING] as const);
    const { best, variants: tried } = judged(...each);
    expect(tried).toBe(60);
    expect(best.map(({ profitMinor }) => profitMinor)).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index));
  });

  it('names the variant with the best score, and gives no score without enough trades', () => {
    const winning = (returns: number): Blocks => EMPTY.map(() => [5, 3, returns] as const);
    const records = [record(36, 24, 100), NOTHING, NOTHING, NOTHING] as const;
    const few = EMPTY.map(() => [2, 2, 1.7] as const);
    const rows = rowsWith([
      { records, blocks: winning(0.5), overlap: 0 },
      { records, blocks: winning(0.9), overlap: 0 },
      { records, blocks: few, overlap: 0 },
    ]);
    const { strongest, tried } = judgeSweep(variants(3), LAYOUT, [rows]);
    expect(strongest?.values).toEqual({ fast: 1 });
    // 0.15 × 10.8 − 0.15² × 12 × 0.81 / 2.
    expect(tried.scores[1]).toBeCloseTo(1.510_65, 10);
    expect(tried.scores[2]).toBeNull();
    expect(judged(records).strongest).toBeNull();
  });

  it('widens the interval of a variant whose trades overlap', () => {
    const clustered: Blocks = EMPTY.map((_, block) => (block % 2 === 0 ? [10, 10, 8.5] : [10, 0, -10]));
    const records = [record(60, 60, -900), NOTHING, NOTHING, NOTHING] as const;
    const widthOf = (overlap: number): number => {
      const { best } = judgeSweep(variants(1), LAYOUT, [rowsWith([{ records, blocks: clustered, overlap }])]);
      const card = best[0]?.card;
      if (card?.kind !== 'measured') throw new Error('nothing is decided');
      return card.interval.high - card.interval.low;
    };
    expect(widthOf(1)).toBeGreaterThan(2 * widthOf(0));
  });

  it('chooses a variant by its total profit in all earlier parts, and evaluates it on the next part', () => {
    const { walkForward, judged: whole } = judged(
      [NOTHING, record(20, 20, 100), record(20, 20, 0), record(1, 2, -30)],
      [NOTHING, record(20, 20, 40), record(20, 20, 80), record(4, 3, 11, 1)],
    );
    expect(walkForward).toMatchObject([
      { fromMs: 100, toMs: 200, values: { fast: 0 }, chosenOn: { profitMinor: 100 }, judgedOn: { profitMinor: 0 } },
      {
        fromMs: 200,
        toMs: 300,
        values: { fast: 1 },
        chosenOn: { profitMinor: 120, trades: 80, counts: { won: 40, lost: 40 } },
        judgedOn: { profitMinor: 11, trades: 8, counts: { won: 4, lost: 3, tied: 1 } },
      },
    ]);
    expect(whole).toMatchObject({ profitMinor: 11, trades: 48, counts: { won: 24, lost: 23, tied: 1 } });
  });

  it('chooses the first of several variants with equal profit', () => {
    const alike = [NOTHING, record(20, 20, 50), record(20, 20, 50), NOTHING] as const;
    expect(judged(alike, alike).walkForward.map(({ values }) => values['fast'])).toEqual([0, 0]);
  });

  it('chooses only variants with at least thirty decided trades, without counting ties', () => {
    const few = [NOTHING, record(15, 14, 99, 9), record(1, 0, 9), NOTHING] as const;
    const enough = [NOTHING, record(15, 15, -7), NOTHING, NOTHING] as const;
    expect(judged(few, enough).walkForward.map(({ values }) => values['fast'])).toEqual([1, 0]);
    expect(judged(few).walkForward.map(({ fromMs }) => fromMs)).toEqual([200]);
  });

  it('combines the results of all chunks in the order of the variants, and omits variants without a result', () => {
    const of = (profit: number) => [record(1, 0, profit), NOTHING, NOTHING, NOTHING] as const;
    const chunks = [rowsOf(of(1), of(2)), rowsOf(), rowsOf(of(3))];
    const { best, variants: tried } = judgeSweep(variants(4), LAYOUT, chunks);
    expect(tried).toBe(3);
    expect(best.map(({ values, profitMinor }) => [values['fast'], profitMinor])).toEqual([
      [2, 3],
      [1, 2],
      [0, 1],
    ]);
  });
});

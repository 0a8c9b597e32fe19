import { describe, expect, it } from 'vitest';
import { type RateInterval, type WinRateCard, wilsonInterval, winRateCard } from '#statistics/index.ts';
import { judgeSweep } from './index.ts';
import { type Blocks, EMPTY, LAYOUT, NOTHING, record, rowsWith, type Variant, variants } from './testing-sweep-rows.ts';

/** Returns the rows of variants without overlap. */
const rowsOf = (...each: readonly Variant[]) =>
  rowsWith(each.map((records) => ({ records, blocks: EMPTY, overlap: 0 })));

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

describe('the strongest variant of a sweep', () => {
  const records = [record(36, 24, 100), NOTHING, NOTHING, NOTHING] as const;
  const strongestOf = (...returns: readonly number[]) => {
    const each = returns.map((sum) => ({ records, blocks: EMPTY.map(() => [5, 3, sum] as const), overlap: 0 }));
    return judgeSweep(variants(returns.length), LAYOUT, [rowsWith(each)]).strongest?.values;
  };

  it('is the one with the best score, wherever it is in the sweep', () => {
    expect(strongestOf(0.9, 0.5, 0.7)).toEqual({ fast: 0 });
    expect(strongestOf(0.5, 0.9, 0.7)).toEqual({ fast: 1 });
    expect(strongestOf(0.5, 0.7, 0.9)).toEqual({ fast: 2 });
  });

  it('is the first of several with the same score', () => {
    expect(strongestOf(0.5, 0.9, 0.9)).toEqual({ fast: 1 });
  });
});

const intervalOf = (card: WinRateCard): RateInterval => {
  if (card.kind !== 'measured') throw new Error('nothing is decided');
  return card.interval;
};
const widerOf = (won: number, lost: number, precision: { independent: number; blocks: number }): RateInterval =>
  intervalOf(winRateCard({ won, lost, tied: 0, averagePayoutRatio: 0.85, precision }));
const near = ({ low, high }: RateInterval) => ({ low: expect.closeTo(low, 10), high: expect.closeTo(high, 10) });

describe('the intervals of a walk-forward', () => {
  /** Each block has ten trades, which are all won or all lost: 60 of 120 are won. */
  const blocks: Blocks = EMPTY.map((_, block) => (block % 2 === 0 ? [10, 10, 8.5] : [10, 0, -10]));
  /** Chosen for both steps if it is alone, and for the first one beside `apart`. */
  const overlapping = {
    records: [record(60, 60, 100), record(16, 24, 100), record(28, 24, 0), record(16, 12, 0)] as const,
    blocks,
    overlap: 1,
  };
  /** Chosen for the second step. */
  const apart = {
    records: [record(44, 43, 131), record(20, 20, 40), record(20, 20, 80), record(4, 3, 11)] as const,
    blocks,
    overlap: 0,
  };
  /**
   * Number of independent trades with the variance of the overlapping ones: each of 12 blocks differs by five wins from
   * the mean. 29/30 corrects for trades across two blocks and 11/12 for few blocks.
   */
  const independent = (120 * (120 * 0.5 * 0.5)) / (12 * 5 ** 2 * (30 / 29) * (12 / 11));

  const walkOf = (...each: readonly (typeof overlapping)[]) => {
    const { walkForward, judged: whole } = judgeSweep(variants(each.length), LAYOUT, [rowsWith(each)]);
    const steps = walkForward.map(({ values, chosenOn, judgedOn }) => ({
      variant: values['fast'],
      chosenOn: intervalOf(chosenOn.card),
      judgedOn: intervalOf(judgedOn.card),
    }));
    return { steps, whole: intervalOf(whole.card) };
  };

  it('are as wide as the share of the independent trades requires if trades overlap', () => {
    // The parts have 40, 52 and 28 of the 120 trades; blocks are rounded up.
    const [first, both] = [40 / 120, 92 / 120];
    expect(walkOf(overlapping).steps).toEqual([
      {
        variant: 0,
        chosenOn: near(widerOf(16, 24, { independent: independent * first, blocks: 4 })),
        judgedOn: near(widerOf(28, 24, { independent: (independent * 52) / 120, blocks: 6 })),
      },
      {
        variant: 0,
        chosenOn: near(widerOf(44, 48, { independent: independent * both, blocks: 10 })),
        judgedOn: near(widerOf(16, 12, { independent: (independent * 28) / 120, blocks: 3 })),
      },
    ]);
  });

  it('have the degrees of freedom of both evaluated parts', () => {
    // The parts have 52 and 28 trades in 6 and 3 blocks. Their variances are in the ratio of their trades.
    const freedom = 80 ** 2 / (52 ** 2 / 5 + 28 ** 2 / 2);
    const expected = widerOf(44, 36, { independent: (independent * 80) / 120, blocks: 1 + freedom });
    expect(walkOf(overlapping).whole).toEqual(near(expected));
  });

  it('are those of independent trades if no trades overlap', () => {
    const { steps, whole } = walkOf(apart);
    expect(steps).toEqual([
      { variant: 0, chosenOn: near(wilsonInterval(20, 40)), judgedOn: near(wilsonInterval(20, 40)) },
      { variant: 0, chosenOn: near(wilsonInterval(40, 80)), judgedOn: near(wilsonInterval(4, 7)) },
    ]);
    expect(whole).toEqual(near(wilsonInterval(24, 47)));
  });

  it('count the trades of a variant without overlap as independent beside those of a variant with overlap', () => {
    const { steps, whole } = walkOf(overlapping, apart);
    expect(steps.map(({ variant: chosen }) => chosen)).toEqual([0, 1]);
    expect(steps[1]?.judgedOn).toEqual(near(wilsonInterval(4, 7)));
    // Variances of the number of wins, in units of that of one trade: 52 trades that overlap, and 7 that do not.
    const variance = 52 / (independent / 120) + 7;
    const freedom = (variance ** 2 * 5) / (52 / (independent / 120)) ** 2;
    expect(whole).toEqual(near(widerOf(32, 27, { independent: 59 ** 2 / variance, blocks: 1 + freedom })));
  });

  it('ignore a part without decided trades, also if its variant has trades that overlap', () => {
    const [all, first, , last] = overlapping.records;
    const idle = { ...overlapping, records: [all, first, NOTHING, last] as const };
    const { walkForward, judged: whole } = judgeSweep(variants(2), LAYOUT, [rowsWith([idle, apart])]);
    expect(walkForward.map(({ values }) => values)).toEqual([{ fast: 0 }, { fast: 1 }]);
    expect(intervalOf(whole.card)).toEqual(near(wilsonInterval(4, 7)));
  });
});

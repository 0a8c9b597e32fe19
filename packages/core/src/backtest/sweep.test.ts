import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import {
  judgeSweep,
  planSweep,
  RESULT_CODES,
  reportOf,
  runBacktest,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from './index.ts';
import { OPTIONS, randomWalk, setup, strategy, UTC, valueOf } from './testing.ts';

const CROSS = strategy('moving_average', { duration: 20 });
const FAST = { path: 'fast', from: 2, to: 6, step: 2 };
const SLOW = { path: 'slow', from: 4, to: 8, step: 2 };
const BASE = randomWalk(new SeededRng(3), 4_000);

const planned = (): readonly SweepVariant[] => valueOf(planSweep(CROSS, [FAST, SLOW], 500)).variants;

const sweep = (variants: readonly SweepVariant[], folds: number, base = BASE) => {
  const layout = sweepLayout(base, variants, folds);
  return judgeSweep(variants, layout, [valueOf(sweepChunk(base, variants, layout, OPTIONS))]);
};

describe('the plan of a parameter sweep', () => {
  it('contains every valid combination of values, and counts the invalid combinations', () => {
    const { variants, leftOut } = valueOf(planSweep(CROSS, [FAST, SLOW], 500));
    expect(variants.map(({ values }) => [values['fast'], values['slow']])).toEqual([
      [2, 4],
      [2, 6],
      [2, 8],
      [4, 6],
      [4, 8],
      [6, 8],
    ]);
    expect(leftOut).toBe(3);
    expect(variants[3]?.subject).toMatchObject({ rules: { parameters: { fast: 4, slow: 6, duration: 20 } } });
  });

  it('includes the end of a range with fractional steps, in spite of rounding errors', () => {
    const bands = strategy('bollinger');
    const { variants } = valueOf(planSweep(bands, [{ path: 'std_dev', from: 0.1, to: 0.7, step: 0.1 }], 500));
    expect(variants.map(({ values }) => values['std_dev'])).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  });

  it('can vary numbers at any depth of a setup, numbers in its filters, and values that are null', () => {
    const subject = setup({ filters: [{ filter: 'trend', period: 20 }], patterns: { zone: { maxEntryAtr: null } } });
    const ranges = ['patterns.zone.maxEntryAtr', 'filters[0].period', 'expiry'].map((path) => ({
      path,
      from: 5,
      to: 10,
      step: 5,
    }));
    const { variants } = valueOf(planSweep(subject, ranges, 500));
    expect(variants).toHaveLength(8);
    expect(variants.at(-1)?.subject).toMatchObject({
      rules: { expiry: 10, filters: [{ period: 10 }], patterns: { zone: { maxEntryAtr: 10 } } },
    });
  });

  it.each([
    [[{ path: 'patterns.nothing', from: 1, to: 2, step: 1 }], 'unknown_path'],
    [[{ path: 'patterns', from: 1, to: 2, step: 1 }], 'unknown_path'],
    [[{ path: 'expiry', from: 3, to: 2, step: 1 }], 'empty_range'],
    [[{ path: 'expiry', from: 2_000, to: 2_010, step: 1 }], 'no_valid_variant'],
    [[{ path: 'expiry', from: 1, to: 501, step: 1 }], 'too_many_variants'],
    [[{ path: 'expiry', from: 1, to: 1e9, step: 1 }], 'too_many_variants'],
  ])('is refused for the ranges %j: %s', (ranges, reason) => {
    expect(planSweep(setup(), ranges, 500)).toMatchObject({ ok: false, error: { reason } });
  });
});

describe('a parameter sweep', () => {
  it('has the same scores for any number of folds', () => {
    const variants = planned();
    const [first, ...others] = [2, 3, 4, 6, 8, 10, 12].map((folds) => sweep(variants, folds).tried);
    expect(first?.scores.some((score) => score !== null)).toBe(true);
    for (const other of others) expect(other).toEqual(first);
  });

  it('scores a variant like a backtest of this variant alone, if both have the same blocks', () => {
    const [one] = planned();
    if (!one) throw new Error('no variant');
    const { tried } = sweep([one], 4);
    const alone = reportOf(valueOf(runBacktest(BASE, one.subject, OPTIONS)), { zoneOffsetMs: UTC, rng: null });
    expect(alone.overlapping).toBe(true);
    expect(alone.tried).toEqual(tried);
  });

  it('has the same result for any division of its variants into chunks', () => {
    const variants = planned();
    const layout = sweepLayout(BASE, variants, 4);
    const chunks = [variants.slice(0, 1), variants.slice(1, 4), variants.slice(4)].map((part) =>
      valueOf(sweepChunk(BASE, part, layout, OPTIONS)),
    );
    expect(judgeSweep(variants, layout, chunks)).toEqual(sweep(variants, 4));
  });

  it('gives each variant the same figures as a backtest of this variant alone', () => {
    const variants = planned();
    const { best, variants: tried } = sweep(variants, 4);
    expect(tried).toBe(variants.length);
    expect(best.map(({ profitMinor }) => profitMinor)).toEqual(
      best.map(({ profitMinor }) => profitMinor).toSorted((a, b) => b - a),
    );
    for (const { values, counts, profitMinor } of best) {
      const one = variants.find((variant) => variant.values === values);
      if (!one) throw new Error('unknown variant');
      const { trades } = valueOf(runBacktest(BASE, one.subject, OPTIONS));
      const many = (code: number): number => trades.result.filter((result) => result === code).length;
      expect(counts).toEqual({
        won: many(RESULT_CODES.won),
        lost: many(RESULT_CODES.lost),
        tied: many(RESULT_CODES.tied),
      });
      expect(profitMinor).toBe(trades.profitMinor.reduce((sum, profit) => sum + profit, 0));
    }
  });

  it('trades each part with the variant that was best on all earlier data', () => {
    const variants = planned();
    const { boundsMs: bounds } = sweepLayout(BASE, variants, 4);
    const { walkForward, judged } = sweep(variants, 4);
    expect(walkForward.map(({ fromMs }) => fromMs)).toEqual([...bounds.subarray(1, 4)]);
    let wins = 0;
    for (const [index, { fromMs, toMs, values, chosenOn, judgedOn }] of walkForward.entries()) {
      const known = { ...BASE, length: BASE.time.findIndex((time) => time * 1_000 >= fromMs) };
      const profitBefore = variants.map(({ subject }) => {
        const { trades } = valueOf(runBacktest(known, subject, OPTIONS));
        // Trades that cross a bound belong to neither part.
        return trades.profitMinor.reduce((sum, profit, row) => {
          const over = bounds.some(
            (bound) => (trades.entryMs[row] ?? 0) < bound && bound < (trades.expiryMs[row] ?? 0),
          );
          return over ? sum : sum + profit;
        }, 0);
      });
      const best = variants[profitBefore.indexOf(Math.max(...profitBefore))];
      expect(values).toEqual(best?.values);
      expect(chosenOn.profitMinor).toBe(Math.max(...profitBefore));
      expect(toMs).toBe(bounds[index + 2]);
      const { trades } = valueOf(runBacktest(BASE, best?.subject ?? CROSS, OPTIONS));
      const inside = trades.result.filter(
        (result, row) =>
          result === RESULT_CODES.won && (trades.entryMs[row] ?? 0) >= fromMs && (trades.expiryMs[row] ?? 0) <= toMs,
      );
      expect(judgedOn.counts.won).toBe(inside.length);
      wins += inside.length;
    }
    expect(judged.counts.won).toBe(wins);
  });

  it('chooses no variant with fewer than thirty decided trades', () => {
    const rare = valueOf(planSweep(strategy('rsi', {}), [{ path: 'rsi_period', from: 14, to: 15, step: 1 }], 500));
    const few = randomWalk(new SeededRng(3), 600);
    expect(sweep(rare.variants, 4, few)).toMatchObject({ walkForward: [], judged: { trades: 0 } });
  });

  it('stops when the progress callback returns false, even in the middle of a variant', () => {
    const layout = sweepLayout(BASE, planned(), 2);
    const asked: number[] = [];
    const onProgress = (fraction: number): boolean => asked.push(fraction) < 3;
    expect(sweepChunk(BASE, planned(), layout, { ...OPTIONS, onProgress })).toEqual({
      ok: false,
      error: { reason: 'cancelled' },
    });
    expect(asked).toHaveLength(3);
  });

  it('is refused for an expiry that the candles cannot decide', () => {
    const plan = valueOf(planSweep(CROSS, [{ path: 'duration', from: 5, to: 7, step: 2 }], 500));
    expect(sweepChunk(BASE, plan.variants, sweepLayout(BASE, plan.variants, 2), OPTIONS)).toMatchObject({
      error: { reason: 'expiry_not_multiple' },
    });
  });
});

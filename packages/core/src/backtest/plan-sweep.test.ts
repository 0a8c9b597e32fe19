import { describe, expect, it } from 'vitest';
import { planSweep, type SweepRange } from './index.ts';
import { setup, strategy, valueOf } from './testing.ts';

const range = (path: string, from: number, to: number, step = 1): SweepRange => ({ path, from, to, step });
const RSI = strategy('rsi', { duration: 5 });

/** Returns the values of every variant of one range over the RSI strategy. */
const valuesOf = (from: number, to: number, step: number) =>
  valueOf(planSweep(RSI, [range('rsi_period', from, to, step)], 500)).variants.map(
    ({ values }) => values['rsi_period'],
  );

describe('the values of a range in a parameter sweep', () => {
  it('are equally spaced from the start of the range to its end', () => {
    expect(valuesOf(5, 8, 1)).toEqual([5, 6, 7, 8]);
    expect(valuesOf(5, 9, 3)).toEqual([5, 8]);
    expect(valuesOf(5, 5, 1)).toEqual([5]);
  });
});

describe('the number of variants of a sweep', () => {
  const planned = (to: number, max: number) => planSweep(RSI, [range('rsi_period', 5, to)], max);

  it('may equal the limit but not exceed it', () => {
    expect(planned(14, 10).ok).toBe(true);
    expect(planned(15, 10)).toEqual({ ok: false, error: { reason: 'too_many_variants', variants: 11, max: 10 } });
  });

  it('excludes invalid combinations, or counts all if there are over twenty combinations per allowed variant', () => {
    const averages = strategy('moving_average');
    const combined = (fastTo: number, slowTo: number, max: number) =>
      planSweep(averages, [range('fast', 5, fastTo), range('slow', 5, slowTo)], max);
    // Of the 25 pairs, ten are valid: their fast period is below the slow period.
    const plan = valueOf(combined(9, 9, 10));
    expect([plan.variants.length, plan.leftOut]).toEqual([10, 15]);
    expect(combined(9, 9, 9)).toEqual({ ok: false, error: { reason: 'too_many_variants', variants: 10, max: 9 } });
    // The limit is 20 combinations per allowed variant (8 × 20 = 160). 16 × 10 combinations are counted; 16 × 11 are
    // refused before they are counted.
    expect(combined(20, 14, 8)).toMatchObject({ error: { variants: 45 } });
    expect(combined(20, 15, 8)).toMatchObject({ error: { variants: 176 } });
  });
});

describe('the path of a range in a sweep', () => {
  const refused = (path: string, subject = setup({ filters: [{ filter: 'trend', period: 20 }] })) =>
    planSweep(subject, [range(path, 5, 6)], 500);

  it.each([
    'nothing',
    'toString',
    'constructor.length',
    'patterns.zone.nothing',
    'patterns.minLength.more',
    'filters[1].period',
    'filters.period',
    'filters[0]',
    'filters[0].filter',
    'timeframe',
    '',
  ])('is refused if it is "%s"', (path) => {
    expect(refused(path)).toEqual({ ok: false, error: { reason: 'unknown_path', path } });
  });

  it('is named in the refusal if its range is empty', () => {
    const ranges = [range('expiry', 5, 6), range('patterns.minLength', 4, 3)];
    expect(planSweep(setup(), ranges, 500)).toEqual({
      ok: false,
      error: { reason: 'empty_range', path: 'patterns.minLength' },
    });
  });

  it('can name a numeric parameter of a strategy', () => {
    const { variants } = valueOf(planSweep(RSI, [range('duration', 3, 4)], 500));
    expect(variants).toMatchObject([
      { values: { duration: 3 }, subject: { kind: 'strategy', timeframe: '5m', rules: { type: 'rsi' } } },
      { values: { duration: 4 }, subject: { rules: { parameters: { duration: 4, rsi_period: 14 } } } },
    ]);
  });

  it('changes only the number of the setup that it names', () => {
    const filters = [
      { filter: 'trend', period: 20 },
      { filter: 'rsi', period: 7 },
    ];
    const subject = setup({ filters, trigger: 'close', expiry: 9, entryPoints: ['ruptura'] });
    const [variant] = valueOf(planSweep(subject, [range('filters[1].period', 8, 8)], 500)).variants;
    if (subject.kind !== 'pcr' || variant?.subject.kind !== 'pcr') throw new Error('a setup stays one');
    const { timeframe, patterns, candleTypes, entryPoints, trigger } = subject.rules;
    expect(variant.subject.rules).toEqual({
      timeframe,
      patterns,
      candleTypes,
      entryPoints,
      trigger,
      expiry: 9,
      filters: [subject.rules.filters[0], { ...subject.rules.filters[1], period: 8 }],
    });
  });
});

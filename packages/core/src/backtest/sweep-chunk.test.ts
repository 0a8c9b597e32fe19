import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { planSweep, runBacktest, sweepChunk, sweepLayout } from './index.ts';
import { foldBounds, variantFieldIndexes } from './sweep-layout.ts';
import { TALLY_FIELDS } from './tally.ts';
import { firstCandles, OPTIONS, randomWalk, START, setup, strategy, valueOf } from './testing.ts';

const BASE = randomWalk(new SeededRng(3), 2_000);
const FAST_RSI = strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60, duration: 240 });
const PLAN = valueOf(planSweep(FAST_RSI, [{ path: 'rsi_period', from: 4, to: 6, step: 1 }], 500)).variants;

describe('the parts of a walk-forward test', () => {
  it('have equal numbers of candles, and the last part ends with the data', () => {
    const rows = [0, 3, 6, 10].map((row) => (START + row * 300) * 1_000);
    expect([...foldBounds(firstCandles(BASE, 10), 3)]).toEqual(rows);
    expect([...foldBounds(firstCandles(BASE, 10), 1)]).toEqual([rows[0], rows[3]]);
  });
});

describe('a chunk of a sweep', () => {
  it('has no result rows if it contains no variants', () => {
    expect(valueOf(sweepChunk(BASE, [], sweepLayout(BASE, [], 3), OPTIONS))).toHaveLength(0);
  });

  it('has a row of all trades and one row per part for each variant, without trades that cross the bound of a part', () => {
    const layout = sweepLayout(BASE, PLAN, 3);
    const { boundsMs: bounds } = layout;
    const places = variantFieldIndexes(layout);
    const rows = valueOf(sweepChunk(BASE, PLAN, layout, OPTIONS));
    expect(rows).toHaveLength(PLAN.length * places.fields);
    let across = 0;
    const expected = PLAN.flatMap(({ subject }) => {
      const { trades } = valueOf(runBacktest(BASE, subject, OPTIONS));
      const all = Array.from({ length: trades.length }, (_, row) => row);
      const records = [-Infinity, ...bounds.subarray(0, 3)].map((from, part) => {
        const to = part === 0 ? Infinity : (bounds[part] ?? NaN);
        const own = all.filter((row) => (trades.entryMs[row] ?? 0) >= from && (trades.expiryMs[row] ?? 0) <= to);
        const many = (result: number) => own.filter((row) => trades.result[row] === result).length;
        const profit = own.reduce((sum, row) => sum + (trades.profitMinor[row] ?? 0), 0);
        return [many(1), many(-1), many(0), 8_500 * (many(1) + many(-1)), profit];
      });
      const decided = records.map(([won = 0, lost = 0]) => won + lost);
      across += 2 * (decided[0] ?? 0) - decided.reduce((sum, count) => sum + count, 0);
      return records.flat();
    });
    const tallies = PLAN.flatMap((_, variant) => {
      const own = rows.subarray(variant * places.fields, (variant + 1) * places.fields);
      return [...own.subarray(0, places.blocks)];
    });
    expect(tallies).toEqual(expected);
    expect(across).toBeGreaterThan(0);
  });

  it('adds each decided trade to the block of its entry, and states that trades overlap', () => {
    const layout = sweepLayout(BASE, PLAN, 3);
    const places = variantFieldIndexes(layout);
    const rows = valueOf(sweepChunk(BASE, PLAN, layout, OPTIONS));
    for (const [variant, { subject }] of PLAN.entries()) {
      const own = rows.subarray(variant * places.fields, (variant + 1) * places.fields);
      const expected = new Float64Array(places.overlapping - places.blocks);
      const { trades } = valueOf(runBacktest(BASE, subject, OPTIONS));
      for (let row = 0; row < trades.length; row += 1) {
        const won = trades.result[row] === 1;
        if (!won && trades.result[row] !== -1) continue;
        const block = Math.floor((trades.entryMs[row] ?? NaN) / layout.blocks.lengthMs) - layout.blocks.first;
        for (const [field, value] of [1, won ? 1 : 0, won ? 0.85 : -1].entries())
          expected[3 * block + field] = (expected[3 * block + field] ?? NaN) + value;
      }
      expect([...own.subarray(places.blocks, places.overlapping)]).toEqual([...expected]);
      expect(own[places.overlapping]).toBe(1);
    }
    // The blocks last at least ten times as long as the trades of four hours.
    expect(layout.blocks.lengthMs).toBeGreaterThanOrEqual(40 * 3_600_000);
  });

  it('reports the fraction of the variants that is done', () => {
    const fractions: number[] = [];
    const onProgress = (fraction: number): boolean => fractions.push(fraction) > 0;
    expect(sweepChunk(BASE, PLAN, sweepLayout(BASE, PLAN, 2), { ...OPTIONS, onProgress }).ok).toBe(true);
    for (const started of [0, 1 / 3, 2 / 3]) expect(fractions).toContain(started);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  });

  it('stops before the next variant when the progress callback returns false', () => {
    const onProgress = (fraction: number): boolean => fraction < 1 / 3;
    expect(sweepChunk(BASE, PLAN, sweepLayout(BASE, PLAN, 2), { ...OPTIONS, onProgress })).toEqual({
      ok: false,
      error: { reason: 'cancelled' },
    });
  });

  it('counts a trade that enters exactly at the bound of a part in the part that begins there', () => {
    // With 20 parts of 100 candles each, some trade enters at the close of the last candle of a part.
    const variant = {
      values: {},
      subject: strategy('rsi', { rsi_period: 2, oversold: 49, overbought: 51, duration: 5 }),
    };
    const layout = sweepLayout(BASE, [variant], 20);
    const bounds = [...layout.boundsMs];
    const { trades } = valueOf(runBacktest(BASE, variant.subject, OPTIONS));
    const partOf = (entryMs: number) => bounds.findLastIndex((bound) => bound <= entryMs);
    const expected = Array.from({ length: 20 }, () => 0);
    let atBound = 0;
    for (let row = 0; row < trades.length; row += 1) {
      const [entryMs = NaN, expiryMs = NaN] = [trades.entryMs[row], trades.expiryMs[row]];
      const part = partOf(entryMs);
      if (trades.result[row] !== 1 || expiryMs > (bounds[part + 1] ?? NaN)) continue;
      expected[part] = (expected[part] ?? 0) + 1;
      if (entryMs === bounds[part]) atBound += 1;
    }
    const rows = valueOf(sweepChunk(BASE, [variant], layout, OPTIONS));
    expect(Array.from({ length: 20 }, (_, part) => rows[TALLY_FIELDS * (1 + part)])).toEqual(expected);
    expect(atBound).toBeGreaterThan(0);
  });

  it('reports the part of a setup that is done as a fraction of all variants', () => {
    const fractions: number[] = [];
    const variants = [1, 2].map((expiry) => ({
      values: { expiry },
      subject: setup({ timeframe: '5m', expiry: 5 * expiry }),
    }));
    const base = randomWalk(new SeededRng(5), 70_000);
    const onProgress = (fraction: number): boolean => fractions.push(fraction) > 0;
    expect(sweepChunk(base, variants, sweepLayout(base, variants, 2), { ...OPTIONS, onProgress }).ok).toBe(true);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.filter((fraction) => fraction > 0 && fraction < 0.5).length).toBeGreaterThan(0);
  });

  it('is refused for a setup that needs ticks', () => {
    const touching = [{ values: {}, subject: setup({ trigger: 'touch' }) }];
    expect(sweepChunk(BASE, touching, sweepLayout(BASE, touching, 2), OPTIONS)).toMatchObject({
      error: { reason: 'touch_needs_ticks' },
    });
  });
});

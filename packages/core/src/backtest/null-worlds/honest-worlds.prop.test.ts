import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '#candles/index.ts';
import { ratio } from '#kernel/index.ts';
import { planSweep } from '../plan-sweep.ts';
import { runBacktest } from '../run-backtest.ts';
import { foldOf, OPTIONS, plantedEdge, randomWalk, setup, strategy, valueOf } from '../testing.ts';
import { judgeRun } from './judge-run.ts';
import { judgeWorlds } from './judge-worlds.ts';
import { methodOfRules, methodOfSweep } from './methods.ts';
import { NullWorlds } from './null-worlds.ts';
import { runWorlds } from './run-worlds.ts';

const RSI = strategy('rsi', { rsi_period: 3, oversold: 40, overbought: 60 });
/** A break-even of one half is the hardest case for a verdict of `above` without an edge. */
const EVEN = { ...OPTIONS, payout: ratio(1) };
const WORLDS = 500;

const planted = (length: number): CandleColumns => plantedEdge(new SeededRng(3), length, foldOf(RSI), 0.6);

describe('an edge of 60 % planted in the real market', () => {
  it('is found in the real market and in none of its copies', async ({ annotate }) => {
    const method = methodOfRules(RSI, OPTIONS);
    const results = valueOf(runWorlds(planted(6_000), 300, method, { seed: 1, from: 0, to: WORLDS + 1 }));
    const figures = judgeWorlds(results);
    await annotate(`above in ${figures.above} of ${WORLDS}, p = ${figures.pValue}`);
    expect(figures.real.verdict).toBe('above');
    expect(figures.above).toBe(0);
    expect(figures.pValue).toBe(1 / (WORLDS + 1));
  });

  it('becomes a win rate of one half in the copies', () => {
    const base = planted(6_000);
    const worlds = new NullWorlds(base, 300);
    const rng = new SeededRng(4);
    let [won, decided] = [0, 0];
    for (let world = 0; world < 100; world += 1) {
      const { counts } = judgeRun(valueOf(runBacktest(worlds.draw(rng), RSI, OPTIONS)));
      won += counts.won;
      decided += counts.won + counts.lost;
    }
    expect(decided).toBeGreaterThan(50_000);
    expect(Math.abs(won / decided - 0.5)).toBeLessThan((5 * 0.5) / Math.sqrt(decided));
  });

  it('is found by a sweep as a whole, and in at most one of forty copies', () => {
    const { variants } = valueOf(planSweep(RSI, [{ path: 'rsi_period', from: 2, to: 5, step: 1 }], 10));
    const results = valueOf(
      runWorlds(planted(6_000), 300, methodOfSweep(variants, 4, EVEN), { seed: 1, from: 0, to: 121 }),
    );
    const figures = judgeWorlds(results);
    expect(figures.real.verdict).toBe('above');
    expect(figures.pValue).toBe(1 / 121);
    expect(figures.above).toBeLessThanOrEqual(3 + 2 * Math.sqrt(3));
  });
});

describe.each([
  ['an RSI strategy', strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 })],
  ['crossing averages', strategy('moving_average', { fast: 2, slow: 5 })],
  ['a PCR setup', setup({ patterns: { minLength: 2, requiredCriteria: 2 }, entryPoints: ['ruptura', 'zona_fina'] })],
])('%s on null copies of one fair walk', (_name, subject) => {
  const COPIES = 2_000;

  it("is 'above' in at most 2.5 % of them, with two standard errors", async ({ annotate }) => {
    const base = randomWalk(new SeededRng(5), 700);
    const results = valueOf(runWorlds(base, 300, methodOfRules(subject, EVEN), { seed: 6, from: 0, to: COPIES + 1 }));
    const { above } = judgeWorlds(results);
    await annotate(`above in ${above} of ${COPIES}: ${((100 * above) / COPIES).toFixed(2)} %`);
    expect(above / COPIES).toBeLessThanOrEqual(0.025 + 2 * Math.sqrt((0.025 * 0.975) / COPIES));
    // If no copy had this verdict, the test of the limit would prove nothing.
    expect(above).toBeGreaterThan(0);
  });
});

describe('runWorlds', () => {
  it('gives a world the same result, whichever range of worlds contains it', () => {
    const base = randomWalk(new SeededRng(5), 700);
    const method = methodOfRules(RSI, OPTIONS);
    const span = (from: number, to: number) => valueOf(runWorlds(base, 300, method, { seed: 9, from, to }));
    expect([...span(0, 3), ...span(3, 10)]).toEqual(span(0, 10));
    expect(valueOf(runWorlds(base, 300, method, { seed: 10, from: 1, to: 10 }))).not.toEqual(span(1, 10));
  });

  it('uses the real market as world 0, and each world differs from the others', () => {
    const base = randomWalk(new SeededRng(5), 2_000);
    const results = valueOf(runWorlds(base, 300, methodOfRules(RSI, OPTIONS), { seed: 9, from: 0, to: 21 }));
    const real = judgeRun(valueOf(runBacktest(base, RSI, OPTIONS)));
    expect(results[0]?.profitMinor).toBe(real.profitMinor);
    expect(new Set(results.map(({ profitMinor }) => profitMinor)).size).toBeGreaterThan(15);
  });

  it('counts the null worlds (random copies of the candles) with too few trades for a verdict', () => {
    const few = valueOf(
      runWorlds(randomWalk(new SeededRng(5), 60), 300, methodOfRules(RSI, OPTIONS), { seed: 1, from: 0, to: 21 }),
    );
    const { above, shortSamples, worlds } = judgeWorlds(few);
    expect(above + shortSamples).toBeLessThanOrEqual(worlds);
    expect(shortSamples).toBe(20);
    expect(judgeWorlds([...few.slice(0, 20), { verdict: 'below', profitMinor: -1 }]).shortSamples).toBe(19);
  });

  it('returns the error of the method', () => {
    const base = randomWalk(new SeededRng(5), 50);
    const stopped = methodOfRules(RSI, { ...OPTIONS, onProgress: () => false });
    const touch = methodOfRules(setup({ trigger: 'touch' }), OPTIONS);
    expect(runWorlds(base, 300, touch, { seed: 1, from: 0, to: 2 })).toEqual({
      ok: false,
      error: { reason: 'touch_needs_ticks' },
    });
    expect(runWorlds(base, 300, stopped, { seed: 1, from: 0, to: 2 }).ok).toBe(true);
  });
});

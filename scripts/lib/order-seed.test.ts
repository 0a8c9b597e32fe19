import { describe, expect, it } from 'vitest';
import { GATE_ORDER_SEED, ORDER_SEED_VARIABLE, runOrderSeed, stageOrderSeed } from './order-seed.mjs';
import { ALL_STAGES, QUICK_STAGES, SHORT_STAGES } from './stages.mjs';

const given = { [ORDER_SEED_VARIABLE]: '7' };
const random = () => 99;

describe('the seed of the test order', () => {
  it('is fixed in the gate, whatever the environment contains', () => {
    expect(runOrderSeed(true, {}, random)).toBe(GATE_ORDER_SEED);
    expect(runOrderSeed(true, given, random)).toBe(GATE_ORDER_SEED);
  });

  it('is random in an uncached run, unless the environment repeats a seed', () => {
    expect(runOrderSeed(false, {}, random)).toBe(99);
    expect(runOrderSeed(false, given, random)).toBe(7);
  });

  it('is in a stage the seed of the run, or else the seed of the gate', () => {
    expect(stageOrderSeed(given)).toBe(7);
    expect(stageOrderSeed({})).toBe(GATE_ORDER_SEED);
  });

  it('is passed to Vitest in every stage that runs Vitest', () => {
    const stages = Object.values({ ...SHORT_STAGES, ...ALL_STAGES, ...QUICK_STAGES });
    const ofVitest = stages.filter(({ args }) => args.includes('--reporter=json'));
    expect(ofVitest.length).toBeGreaterThanOrEqual(10);
    const argument = `--sequence.seed=${stageOrderSeed(process.env)}`;
    expect(ofVitest.filter(({ args }) => !args.includes(argument))).toEqual([]);
  });
});

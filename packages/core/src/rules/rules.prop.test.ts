import { readFileSync } from 'node:fs';
import { readStrategyRules } from '@vigia/contract';
import { CaseTally, minimumCount, PROPERTY_SEED, propertyRuns, SeededRng, sharedFile } from '@vigia/testkit';
import { simulatedIndicatorGolden } from '@vigia/testkit/goldens';
import {
  at,
  conditionMet,
  type Direction,
  type PlainBar,
  randomStrategy,
  randomWindow,
  refusals,
  ruleDirections,
} from '@vigia/testkit/plain-rules';
import { describe, expect, it } from 'vitest';
import { candleAt, columnsOf } from '#candles/index.ts';
import { randomCandles } from '../pcr/testing.ts';
import {
  rulesOf,
  StrategyColumns,
  StrategyFold,
  type StrategyFoldSnapshot,
  type StrategyRules,
} from '../strategies/index.ts';
import { signalsInBlocks } from './columns/rule-blocks.ts';
import type { SignalRows } from './columns/side-rows.ts';
import { CANDLE_SHAPES, OPERAND_KINDS } from './definitions.ts';

type Row = readonly [time: number, open: number, high: number, low: number, close: number];
const toBar = ([time, open, high, low, close]: Row): PlainBar => ({ time, open, high, low, close });

const LENGTH = 240;
const file = sharedFile('golden/indicators/eurusd-5m.json');

function readReal(): readonly PlainBar[] {
  const golden: { readonly candles: readonly Row[] } = file ? JSON.parse(readFileSync(file, 'utf8')) : { candles: [] };
  return golden.candles.map(toBar);
}

/** Reads candles with few distinct prices, so that equal values and candle shapes are frequent. */
function readCoarse(): readonly PlainBar[] {
  const columns = randomCandles(new SeededRng(PROPERTY_SEED), 3_000, 300);
  return Array.from({ length: columns.length }, (_, row) => candleAt(columns, row));
}

const SOURCES = [
  { source: '3,000 real candles (beside the project)', read: readReal, stepS: 300, isHere: file !== null },
  { source: 'simulated minutes', read: () => simulatedIndicatorGolden().candles.map(toBar), stepS: 60, isHere: true },
  { source: 'candles of few prices', read: readCoarse, stepS: 300, isHere: true },
];

type CustomRules = StrategyRules<'custom'>;

function customRules(seed: number, bars: readonly PlainBar[]): CustomRules {
  const given = randomStrategy(new SeededRng(seed), bars);
  const read = readStrategyRules(given);
  if (!read.ok) throw new Error(`seed ${seed} generates a faulty rule: ${JSON.stringify([read.error, given])}`);
  if (read.value.type !== 'custom') throw new Error('the generator makes own rules only');
  return read.value;
}

/** Finding of a strategy at a candle: the direction of its rules, and the gate that refuses it. */
type Found = readonly [direction: Direction, refusedBy: string | null];

const foldFinds = (fold: StrategyFold, bars: readonly PlainBar[]): readonly Found[] =>
  bars.map(({ time, open, high, low, close }) => {
    const direction = fold.push(time, open, high, low, close);
    const { refused } = fold;
    return [refused?.direction ?? direction, refused?.refusal.gate ?? null];
  });

/**
 * Computes the findings with the simple implementation. If a direction depends on the rounding of a mean, it is copied
 * from `roundedAs`. `open` counts these candles.
 */
function plainFinds(
  { parameters }: CustomRules,
  bars: readonly PlainBar[],
  stepS: number,
  roundedAs: readonly Found[],
) {
  const known = ruleDirections(parameters, bars, stepS);
  const directions = known.map((direction, index) => direction ?? roundedAs[index]?.[0] ?? 0);
  const refusedBy = refusals(directions, parameters.gates, bars, stepS);
  const finds: readonly Found[] = directions.map((direction, index) => [direction, at(refusedBy, index)]);
  return { finds, open: known.filter((direction) => direction === null).length };
}

/** Returns only the differences, so that a failure message is short. */
const differences = (found: readonly Found[], expected: readonly Found[]) =>
  found.flatMap((find, index) => {
    const other = expected[index] ?? [];
    return find[0] === other[0] && find[1] === other[1] ? [] : [{ index, found: find, expected: other }];
  });

/** Returns the signal at each candle; 0 at a candle without one. */
function atEachCandle({ rows, directions }: SignalRows, candles: number): readonly number[] {
  const signals = Array<number>(candles).fill(0);
  rows.forEach((row, index) => {
    signals[row] = directions[index] ?? 0;
  });
  return signals;
}

/** Returns the signal of a strategy at each candle, as a sweep evaluates it over a whole history. */
const columnSignals = (rules: CustomRules, bars: readonly PlainBar[], stepS: number): readonly number[] =>
  atEachCandle(new StrategyColumns(columnsOf(bars), stepS).signals(rules), bars.length);

/** Returns the direction of the rules at each candle, as a backtest evaluates it in blocks of a size. */
function blockDirections(rules: CustomRules, bars: readonly PlainBar[], stepS: number, blockRows: number) {
  const signals = signalsInBlocks(rulesOf(rules), columnsOf(bars), stepS, () => true, blockRows);
  return signals && atEachCandle(signals, bars.length);
}

function countReached(tally: CaseTally, { parameters }: CustomRules, bars: readonly PlainBar[], stepS: number): void {
  const conditions = [parameters.call, parameters.put].flatMap((side) => side?.conditions ?? []);
  for (const condition of conditions) {
    const met = conditionMet(condition, bars, stepS);
    if (!met.includes(true) || !met.includes(false)) continue;
    tally.add(condition.test);
    if ('shape' in condition) tally.add(condition.shape);
    for (const value of Object.values(condition)) if (typeof value === 'object') tally.add(value.of);
  }
}

const TESTS = 'above below at_least at_most crosses_above crosses_below inside outside engulfing trend'.split(' ');
const GATES = ['gate hours', 'gate days', 'gate cooldown'];
const CASES = [...OPERAND_KINDS, ...TESTS, ...CANDLE_SHAPES, ...GATES];

describe.each(SOURCES)('random user-written rules over $source', ({ read, stepS, isHere, source }) => {
  const all = read();
  const seeds = (runs: number): readonly number[] =>
    Array.from({ length: propertyRuns(runs) }, (_, run) => PROPERTY_SEED + run);
  const example = (seed: number) => {
    const bars = randomWindow(new SeededRng(seed + 1_000_000), all, LENGTH);
    const rules = customRules(seed, bars);
    return { bars, rules, note: `seed ${seed}, ${source}: ${JSON.stringify(rules.parameters)}` };
  };

  it.skipIf(!isHere)('give the signals and refusals of the simple implementation at every candle', () => {
    const tally = new CaseTally();
    let [candles, openCandles] = [0, 0];
    for (const seed of seeds(1_000)) {
      const { bars, rules, note } = example(seed);
      const found = foldFinds(new StrategyFold(rules, stepS), bars);
      const { finds, open } = plainFinds(rules, bars, stepS, found);
      expect(differences(found, finds), note).toEqual([]);
      const signals = finds.map(([direction, refusedBy]) => (refusedBy === null ? direction : 0));
      expect(columnSignals(rules, bars, stepS), note).toEqual(signals);
      candles += bars.length;
      openCandles += open;
      for (const [direction, gate] of found) {
        if (direction !== 0) tally.add(gate === null ? `signal ${direction}` : `gate ${gate}`);
      }
      if (seed % 2 === 0) countReached(tally, rules, bars, stepS);
    }
    expect(openCandles / candles).toBeLessThan(0.005);
    expect(tally.below(minimumCount(20), CASES)).toEqual([]);
    expect(tally.below(minimumCount(3_000), ['signal 1', 'signal -1'])).toEqual([]);
  });

  it.skipIf(!isHere)('have the directions of live signals in a backtest, whatever the size of its blocks', () => {
    for (const seed of seeds(1_000)) {
      const { bars, rules, note } = example(seed);
      const directions = foldFinds(new StrategyFold(rules, stepS), bars).map(([direction]) => direction);
      const blockRows = 1 + Math.floor(new SeededRng(seed).next() ** 2 * bars.length);
      expect(blockDirections(rules, bars, stepS, blockRows), `${blockRows} rows, ${note}`).toEqual(directions);
    }
  });

  it.skipIf(!isHere)('give the same signals whatever candles follow', () => {
    for (const seed of seeds(100)) {
      const { bars, rules, note } = example(seed);
      const cut = Math.floor(new SeededRng(seed).next() * bars.length);
      const others = bars.map((bar, index) =>
        index < cut ? bar : toBar([bar.time, bar.high, bar.high * 1.01, bar.low * 0.99, bar.low]),
      );
      const known = foldFinds(new StrategyFold(rules, stepS), bars).slice(0, cut);
      const changed = foldFinds(new StrategyFold(rules, stepS), others);
      expect(differences(known, changed), note).toEqual([]);
      expect(differences(known, plainFinds(rules, others, stepS, changed).finds), note).toEqual([]);
    }
  });

  it.skipIf(!isHere)('give the same signals after a restart from a stored snapshot', () => {
    for (const seed of seeds(100)) {
      const { bars, rules, note } = example(seed);
      const rng = new SeededRng(seed);
      const whole = foldFinds(new StrategyFold(rules, stepS), bars);
      let fold = new StrategyFold(rules, stepS);
      for (let first = 0; first < bars.length; ) {
        const next = Math.min(bars.length, first + 1 + Math.floor(rng.next() * 60));
        const part = foldFinds(fold, bars.slice(first, next));
        expect(differences(part, whole.slice(first, next)), `from candle ${first}, ${note}`).toEqual([]);
        const stored: StrategyFoldSnapshot = JSON.parse(JSON.stringify(fold.snapshot()));
        fold = new StrategyFold(rules, stepS);
        fold.restore(stored);
        first = next;
      }
    }
  });
});

import type { Condition, Operand } from '@vigia/core/rule-definitions';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { at, everyTruth, isAfterGap, negateTruth, type PlainBar, runStarts, someTruth, type Truth } from './bars.ts';
import { exactOrder } from './exact-means.ts';
import { ema } from './indicators.ts';
import { operandValues } from './operand.ts';

const upTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, row) => from + row);

/**
 * Returns, for each candle, whether a state is true at each of the last `count` candles. The result is false if there
 * is a gap between these candles.
 */
const heldFor = (bars: readonly PlainBar[], stepS: number, count: number, holds: (index: number) => Truth): Truth[] => {
  const each = bars.map((_, index) => holds(index));
  return runStarts(bars, stepS).map((start, index) => {
    const from = index - count + 1;
    return from >= start && everyTruth(each.slice(from, index + 1));
  });
};

/**
 * Returns, for each candle, whether a crossing is within the last `count` candles. A gap ends the search, and no
 * crossing spans a gap.
 */
const happenedWithin = (
  bars: readonly PlainBar[],
  stepS: number,
  count: number,
  happens: (index: number) => Truth,
): Truth[] =>
  runStarts(bars, stepS).map((start, index) => {
    const from = Math.max(index - count + 1, start + 1);
    return someTruth(upTo(from, index).map(happens));
  });

/**
 * Operands that are calculated from means over a window. Because of rounding, docs/spec/strategies.md §2 does not
 * define their last digits.
 */
const ROUNDED: readonly string[] = ['sma', 'bollinger', 'bandwidth', 'stochastic'];
const OPEN_DIGITS = 1e-9;

/**
 * Tests two values at a candle for an order. False while a value is undefined; null if the result depends on digits
 * that the specification does not define.
 */
type Order = (index: number, holds: (a: number, b: number) => boolean) => Truth;

function orderOf(left: Operand, right: Operand, bars: readonly PlainBar[]): Order {
  const [lefts, rights] = [operandValues(left, bars), operandValues(right, bars)];
  const isRounded = [left, right].some((operand) => ROUNDED.includes(operand.of));
  return (index, holds) => {
    const [a, b] = [lefts[index] ?? null, rights[index] ?? null];
    if (a === null || b === null) return false;
    if (!isRounded || Math.abs(a - b) > OPEN_DIGITS * Math.max(1, Math.abs(a), Math.abs(b))) return holds(a, b);
    const order = exactOrder(left, right, bars, index);
    return order === null ? null : holds(order, 0);
  };
}

const above = (a: number, b: number): boolean => a > b;
const below = (a: number, b: number): boolean => a < b;
const atLeast = (a: number, b: number): boolean => a >= b;
const atMost = (a: number, b: number): boolean => a <= b;

type Relation = Extract<Condition, { readonly right: unknown }>;

function compared({ test, left, right, candles }: Relation, bars: readonly PlainBar[], stepS: number): Truth[] {
  const order = orderOf(left, right, bars);
  const state = (holds: typeof above) => heldFor(bars, stepS, candles, (index) => order(index, holds));
  const crossing = (before: typeof above, now: typeof above) =>
    happenedWithin(bars, stepS, candles, (index) => everyTruth([order(index - 1, before), order(index, now)]));
  switch (test) {
    case 'above':
      return state(above);
    case 'below':
      return state(below);
    case 'at_least':
      return state(atLeast);
    case 'at_most':
      return state(atMost);
    case 'crosses_above':
      return crossing(below, atLeast);
    case 'crosses_below':
      return crossing(above, atMost);
    default:
      return test satisfies never;
  }
}

type Between = Extract<Condition, { readonly low: unknown }>;

function banded({ test, left, low, high, candles }: Between, bars: readonly PlainBar[], stepS: number): Truth[] {
  const [values, lows, highs] = [left, low, high].map((operand) => operandValues(operand, bars));
  const [orderLow, orderHigh] = [orderOf(left, low, bars), orderOf(left, high, bars)];
  return heldFor(bars, stepS, candles, (index) => {
    if ([values, lows, highs].some((series) => (series?.[index] ?? null) === null)) return false;
    const isInside = everyTruth([orderLow(index, atLeast), orderHigh(index, atMost)]);
    return test === 'inside' ? isInside : negateTruth(isInside);
  });
}

const edges = ({ open, close }: PlainBar) => ({ top: Math.max(open, close), bottom: Math.min(open, close) });
const isGreen = ({ open, close }: PlainBar): boolean => close > open;
const isRed = ({ open, close }: PlainBar): boolean => close < open;

/** Returns the candle type of docs/spec/pcr.md §6: the first type that matches. */
function candleType(bar: PlainBar, before: PlainBar | undefined): string {
  const { top, bottom } = edges(bar);
  const [body, range, upper, lower] = [top - bottom, bar.high - bar.low, bar.high - top, bottom - bar.low];
  if (body <= 0.1 * range || range === 0) return 'doji';
  if (before) {
    const contains = top > edges(before).top && bottom < edges(before).bottom;
    if (contains && ((isGreen(bar) && isRed(before)) || (isRed(bar) && isGreen(before)))) return 'envolvente';
  }
  if (body >= 0.9 * range) return 'marubozu';
  if (lower >= 2 * body && upper <= 0.5 * body) return 'martillo';
  if (upper >= 2 * body && lower <= 0.5 * body) return 'estrella_fugaz';
  return 'normal';
}

function shaped(shape: string, bars: readonly PlainBar[]): (index: number) => boolean {
  return (index) => {
    const bar = at(bars, index);
    if (shape === 'green') return isGreen(bar);
    if (shape === 'red') return isRed(bar);
    return candleType(bar, bars[index - 1]) === shape;
  };
}

/** Returns true if a candle engulfs the previous one (docs/spec/strategies.md §1). */
function engulfs(side: 'up' | 'down', ratio: number, { open, close }: PlainBar, before: PlainBar): boolean {
  const [body, bodyBefore] = [Math.abs(close - open), Math.abs(before.close - before.open)];
  if (!(body > bodyBefore && body >= ratio * bodyBefore)) return false;
  if (side === 'up') return before.close < before.open && open <= before.close && close >= before.open;
  return before.close > before.open && open >= before.close && close <= before.open;
}

/** Returns the candles of a longer timeframe; `time` is the start of its period. */
function longer(bars: readonly PlainBar[], lengthS: number): readonly PlainBar[] {
  const periods = new Map<number, PlainBar>();
  for (const bar of bars) {
    const time = Math.floor(bar.time / lengthS) * lengthS;
    periods.set(time, { ...bar, time });
  }
  return [...periods.values()];
}

function trended(condition: Extract<Condition, { readonly test: 'trend' }>, bars: readonly PlainBar[], stepS: number) {
  const lengthS = Math.max(stepS, TIMEFRAME_SECONDS[condition.timeframe]);
  const all = longer(bars, lengthS);
  const averages = ema(all, condition.period);
  return bars.map((bar) => {
    const last = all.filter(({ time }) => time + lengthS <= bar.time + stepS).length - 1;
    const average = averages[last] ?? null;
    if (average === null) return false;
    const { close } = at(all, last);
    return condition.side === 'up' ? close > average : close < average;
  });
}

/** Returns, for each candle, whether a condition is met (docs/spec/strategies.md §6). */
export function conditionMet(condition: Condition, bars: readonly PlainBar[], stepS: number): readonly Truth[] {
  switch (condition.test) {
    case 'inside':
    case 'outside':
      return banded(condition, bars, stepS);
    case 'shape':
      return heldFor(bars, stepS, condition.candles, shaped(condition.shape, bars));
    case 'engulfing':
      return bars.map(
        (bar, index) =>
          index > 0 &&
          !isAfterGap(bars, stepS, index) &&
          engulfs(condition.side, condition.body_ratio, bar, at(bars, index - 1)),
      );
    case 'trend':
      return trended(condition, bars, stepS);
    default:
      return compared(condition, bars, stepS);
  }
}

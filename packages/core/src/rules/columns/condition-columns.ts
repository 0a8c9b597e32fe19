import { at } from '#candles/index.ts';
import { emptyBar } from '../bar.ts';
import { Recency, Streak } from '../conditions/checker.ts';
import { isComparisonTrue } from '../conditions/comparison.ts';
import { createChecker } from '../conditions/create-checker.ts';
import type { BAND_TESTS, Condition, ConditionOf, Crossing, Level } from '../rule.ts';
import { SeriesBoard } from '../series/series-board.ts';
import { isInstantCrossing } from './crossing-columns.ts';
import type { RuleHistory } from './rule-history.ts';

/** Marks the candles at which one series crosses a level, in the direction of a rise. */
function markCrossings(rising: Float64Array, level: Float64Array, follows: Uint8Array, met: Uint8Array): void {
  let wasBelow = false;
  for (let row = 0; row < met.length; row += 1) {
    const value = at(rising, row);
    const limit = at(level, row);
    met[row] = wasBelow && value >= limit && follows[row] === 1 ? 1 : 0;
    wasBelow = value < limit;
  }
}

/** A comparison at one candle, which needs no earlier candles. */
type InstantLevel = ConditionOf<Level> & { readonly candles: 1 };

export const isInstantLevel = (condition: Condition): condition is InstantLevel =>
  'right' in condition && condition.candles === 1 && !isInstantCrossing(condition);

/** Returns a function that tests a comparison at a row. It is valid until other series are requested. */
export function levelAt({ test, left, right }: InstantLevel, { series }: RuleHistory): (row: number) => boolean {
  const leftAt = series.reader(left);
  const rightAt = series.reader(right);
  return (row) => isComparisonTrue(test, leftAt(row), rightAt(row));
}

/** Extends each mark to the `within` candles from it on, up to the next gap. */
function extend(met: Uint8Array, follows: Uint8Array, within: number): void {
  const recency = new Recency(within);
  for (let row = 0; row < met.length; row += 1) met[row] = recency.add(met[row] === 1, follows[row] === 1) ? 1 : 0;
}

function crossed(
  { test, left, right, candles: within }: ConditionOf<Crossing>,
  { follows, series }: RuleHistory,
  met: Uint8Array,
): void {
  const [rising, level] = test === 'crosses_above' ? [left, right] : [right, left];
  markCrossings(series.of(rising), series.of(level), follows, met);
  if (within > 1) extend(met, follows, within);
}

function compared(
  { test, left, right, candles: needed }: ConditionOf<Level>,
  { follows, series }: RuleHistory,
  met: Uint8Array,
): void {
  const [lefts, rights] = [series.of(left), series.of(right)];
  const streak = new Streak(needed);
  for (let row = 0; row < met.length; row += 1)
    met[row] = streak.add(isComparisonTrue(test, at(lefts, row), at(rights, row)), follows[row] === 1) ? 1 : 0;
}

function banded(
  { test, left, low, high, candles: needed }: ConditionOf<(typeof BAND_TESTS)[number]>,
  { follows, series }: RuleHistory,
  met: Uint8Array,
): void {
  const [values, lows, highs] = [series.of(left), series.of(low), series.of(high)];
  const streak = new Streak(needed);
  for (let row = 0; row < met.length; row += 1) {
    const value = at(values, row);
    const bottom = at(lows, row);
    const top = at(highs, row);
    const isTrue = test === 'inside' ? value >= bottom && value <= top : value < bottom || value > top;
    met[row] = streak.add(isTrue && !Number.isNaN(bottom + top), follows[row] === 1) ? 1 : 0;
  }
}

/** Evaluates a condition that needs no indicator (a shape, engulfing or trend) with the code of live signals. */
function checked(condition: Condition, { candles, stepSeconds, follows }: RuleHistory, met: Uint8Array): void {
  const checker = createChecker(condition, new SeriesBoard(), stepSeconds);
  const bar = emptyBar();
  for (let row = 0; row < met.length; row += 1) {
    bar.time = at(candles.time, row);
    bar.open = at(candles.open, row);
    bar.high = at(candles.high, row);
    bar.low = at(candles.low, row);
    bar.close = at(candles.close, row);
    bar.follows = follows[row] === 1;
    met[row] = checker.judge(bar) ? 1 : 0;
    bar.openBefore = bar.open;
    bar.closeBefore = bar.close;
  }
}

/**
 * Writes 1 for each candle at which a condition is met, else 0: the same as its checker, for a whole history.
 * @param met room for every candle, with any content
 */
export function fillMet(condition: Condition, history: RuleHistory, met: Uint8Array): void {
  switch (condition.test) {
    case 'crosses_above':
    case 'crosses_below':
      return crossed(condition, history, met);
    case 'above':
    case 'below':
    case 'at_least':
    case 'at_most':
      return compared(condition, history, met);
    case 'inside':
    case 'outside':
      return banded(condition, history, met);
    case 'shape':
    case 'engulfing':
    case 'trend':
      return checked(condition, history, met);
    default:
      return condition satisfies never;
  }
}

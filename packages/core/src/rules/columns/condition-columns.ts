import { at } from '#candles/index.ts';
import { type Bar, emptyBar } from '../bar.ts';
import { CandlesInState, CandlesSinceEvent, type Checker } from '../conditions/checker.ts';
import { isComparisonTrue } from '../conditions/comparison.ts';
import { createChecker } from '../conditions/create-checker.ts';
import type { BAND_TESTS, Condition, ConditionOf, Crossing, Level } from '../rule.ts';
import { SeriesBoard } from '../series/series-board.ts';
import { isInstantCrossing } from './crossing-columns.ts';
import type { RuleHistory } from './rule-history.ts';

/** A comparison at one candle, which needs no earlier candles. */
type InstantLevel = ConditionOf<Level> & { readonly candles: 1 };

export const isInstantLevel = (condition: Condition): condition is InstantLevel =>
  'right' in condition && condition.candles === 1 && !isInstantCrossing(condition);

/** Returns a function that tests a comparison at a row. It is valid until other series are requested. */
export function comparisonTesterAt(
  { test, left, right }: InstantLevel,
  { series }: RuleHistory,
): (row: number) => boolean {
  const leftAt = series.reader(left);
  const rightAt = series.reader(right);
  return (row) => isComparisonTrue(test, leftAt(row), rightAt(row));
}

/** A condition over whole columns. Each call continues after the candles of the previous call. */
export interface ConditionColumn {
  /**
   * Writes 1 for each candle at which the condition is met, else 0: the same as its checker.
   * @param met room for every candle, with any content
   */
  fill(history: RuleHistory, met: Uint8Array): void;
}

class CrossingColumn implements ConditionColumn {
  readonly #condition: ConditionOf<Crossing>;
  readonly #recency: CandlesSinceEvent;
  #wasBelow = false;

  constructor(condition: ConditionOf<Crossing>) {
    this.#condition = condition;
    this.#recency = new CandlesSinceEvent(condition.candles);
  }

  fill({ follows, series }: RuleHistory, met: Uint8Array): void {
    const { test, left, right } = this.#condition;
    const [above, below] = test === 'crosses_above' ? [left, right] : [right, left];
    const rising = series.of(above);
    const level = series.of(below);
    const recency = this.#recency;
    let wasBelow = this.#wasBelow;
    for (let row = 0; row < met.length; row += 1) {
      const value = at(rising, row);
      const limit = at(level, row);
      met[row] = recency.add(wasBelow && value >= limit, follows[row] === 1) ? 1 : 0;
      wasBelow = value < limit;
    }
    this.#wasBelow = wasBelow;
  }
}

class ComparisonColumn implements ConditionColumn {
  readonly #condition: ConditionOf<Level>;
  readonly #streak: CandlesInState;

  constructor(condition: ConditionOf<Level>) {
    this.#condition = condition;
    this.#streak = new CandlesInState(condition.candles);
  }

  fill({ follows, series }: RuleHistory, met: Uint8Array): void {
    const { test, left, right } = this.#condition;
    const [lefts, rights] = [series.of(left), series.of(right)];
    for (let row = 0; row < met.length; row += 1) {
      const isTrue = isComparisonTrue(test, at(lefts, row), at(rights, row));
      met[row] = this.#streak.add(isTrue, follows[row] === 1) ? 1 : 0;
    }
  }
}

class BandColumn implements ConditionColumn {
  readonly #condition: ConditionOf<(typeof BAND_TESTS)[number]>;
  readonly #streak: CandlesInState;

  constructor(condition: ConditionOf<(typeof BAND_TESTS)[number]>) {
    this.#condition = condition;
    this.#streak = new CandlesInState(condition.candles);
  }

  fill({ follows, series }: RuleHistory, met: Uint8Array): void {
    const { test, left, low, high } = this.#condition;
    const [values, lows, highs] = [series.of(left), series.of(low), series.of(high)];
    for (let row = 0; row < met.length; row += 1) {
      const value = at(values, row);
      const bottom = at(lows, row);
      const top = at(highs, row);
      const isTrue = test === 'inside' ? value >= bottom && value <= top : value < bottom || value > top;
      met[row] = this.#streak.add(isTrue && !Number.isNaN(bottom + top), follows[row] === 1) ? 1 : 0;
    }
  }
}

/** A condition that needs no indicator (a shape, engulfing or trend), with the code of live signals. */
class CheckerColumn implements ConditionColumn {
  readonly #checker: Checker;
  readonly #bar: Bar = emptyBar();

  constructor(condition: Condition, stepSeconds: number) {
    this.#checker = createChecker(condition, new SeriesBoard(), stepSeconds);
  }

  fill({ candles, follows }: RuleHistory, met: Uint8Array): void {
    const checker = this.#checker;
    const bar = this.#bar;
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
}

/**
 * Creates the column of a condition, before the first candle.
 * @param stepSeconds length of the candles
 */
export function createConditionColumn(condition: Condition, stepSeconds: number): ConditionColumn {
  switch (condition.test) {
    case 'crosses_above':
    case 'crosses_below':
      return new CrossingColumn(condition);
    case 'above':
    case 'below':
    case 'at_least':
    case 'at_most':
      return new ComparisonColumn(condition);
    case 'inside':
    case 'outside':
      return new BandColumn(condition);
    case 'shape':
    case 'engulfing':
    case 'trend':
      return new CheckerColumn(condition, stepSeconds);
    default:
      return condition satisfies never;
  }
}

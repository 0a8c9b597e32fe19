import { assertNever, definedOrNull } from '#kernel/index.ts';
import type { Bar } from '../bar.ts';
import type { BAND_TESTS, ConditionOf, Crossing, Level } from '../rule.ts';
import type { SeriesBoard } from '../series/series-board.ts';
import type { OperandSlot } from '../series/slot.ts';
import { CandlesInState, CandlesSinceEvent, type Checker } from './checker.ts';

/**
 * Checks whether one operand crossed another. At the previous candle its value is strictly on one side; at this candle
 * it is equal or on the other side. The condition is met at the candle of the crossing and at the following ones, for
 * `candles` candles in total.
 */
export class CrossingChecker implements Checker {
  readonly first: number;
  isMet = false;
  readonly #isUp: boolean;
  readonly #left: OperandSlot;
  readonly #right: OperandSlot;
  readonly #recency: CandlesSinceEvent;

  constructor({ test, left, right, candles }: ConditionOf<Crossing>, board: SeriesBoard) {
    this.#isUp = test === 'crosses_above';
    this.#left = board.slot(left);
    this.#right = board.slot(right);
    this.first = Math.max(this.#left.first, this.#right.first) + 1;
    this.#recency = new CandlesSinceEvent(candles);
  }

  judge({ follows }: Bar): boolean {
    const left = this.#left;
    const right = this.#right;
    const happens = this.#isUp
      ? left.before < right.before && left.now >= right.now
      : left.before > right.before && left.now <= right.now;
    this.isMet = this.#recency.add(happens, follows);
    return this.isMet;
  }

  values(): readonly (number | null)[] {
    return [definedOrNull(this.#left.now), definedOrNull(this.#right.now)];
  }

  snapshot(): readonly number[] {
    return this.#recency.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#recency.restore(state);
  }
}

/** No comparison is true while a value is undefined, because a comparison with NaN is false. */
export function isComparisonTrue(test: Level, left: number, right: number): boolean {
  switch (test) {
    case 'above':
      return left > right;
    case 'below':
      return left < right;
    case 'at_least':
      return left >= right;
    case 'at_most':
      return left <= right;
    default:
      return assertNever(test);
  }
}

/** Compares two operands at each of the last candles. */
export class ComparisonChecker implements Checker {
  readonly first: number;
  isMet = false;
  readonly #test: Level;
  readonly #left: OperandSlot;
  readonly #right: OperandSlot;
  readonly #streak: CandlesInState;

  constructor({ test, left, right, candles }: ConditionOf<Level>, board: SeriesBoard) {
    this.#test = test;
    this.#left = board.slot(left);
    this.#right = board.slot(right);
    this.first = Math.max(this.#left.first, this.#right.first) + candles - 1;
    this.#streak = new CandlesInState(candles);
  }

  judge({ follows }: Bar): boolean {
    this.isMet = this.#streak.add(isComparisonTrue(this.#test, this.#left.now, this.#right.now), follows);
    return this.isMet;
  }

  values(): readonly (number | null)[] {
    return [definedOrNull(this.#left.now), definedOrNull(this.#right.now)];
  }

  snapshot(): readonly number[] {
    return this.#streak.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#streak.restore(state);
  }
}

/** Compares an operand with a band. The band includes its bounds. */
export class BandChecker implements Checker {
  readonly first: number;
  isMet = false;
  readonly #isInside: boolean;
  readonly #value: OperandSlot;
  readonly #low: OperandSlot;
  readonly #high: OperandSlot;
  readonly #streak: CandlesInState;

  constructor({ test, left, low, high, candles }: ConditionOf<(typeof BAND_TESTS)[number]>, board: SeriesBoard) {
    this.#isInside = test === 'inside';
    this.#value = board.slot(left);
    this.#low = board.slot(low);
    this.#high = board.slot(high);
    this.first = Math.max(this.#value.first, this.#low.first, this.#high.first) + candles - 1;
    this.#streak = new CandlesInState(candles);
  }

  judge({ follows }: Bar): boolean {
    const { now: value } = this.#value;
    const { now: low } = this.#low;
    const { now: high } = this.#high;
    const isTrue = this.#isInside ? value >= low && value <= high : value < low || value > high;
    this.isMet = this.#streak.add(isTrue && !Number.isNaN(low + high), follows);
    return this.isMet;
  }

  values(): readonly (number | null)[] {
    return [this.#value, this.#low, this.#high].map(({ now }) => definedOrNull(now));
  }

  snapshot(): readonly number[] {
    return this.#streak.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#streak.restore(state);
  }
}

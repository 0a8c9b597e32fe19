import { candleColor, candleType } from '#candles/index.ts';
import type { Bar } from '../bar.ts';
import type { CandleShape, ConditionOf } from '../rule.ts';
import { CandlesInState, type Checker } from './checker.ts';

function hasShape(shape: CandleShape, { open, high, low, close, openBefore, closeBefore }: Bar): boolean {
  if (shape === 'green' || shape === 'red') return candleColor(open, close) === shape;
  return candleType(open, high, low, close, openBefore, closeBefore) === shape;
}

/** Checks the colour or the type of the last candles. */
export class ShapeChecker implements Checker {
  readonly first: number;
  isMet = false;
  readonly #shape: CandleShape;
  readonly #streak: CandlesInState;

  constructor({ shape, candles }: ConditionOf<'shape'>) {
    this.#shape = shape;
    this.first = candles - 1;
    this.#streak = new CandlesInState(candles);
  }

  judge(bar: Bar): boolean {
    this.isMet = this.#streak.add(hasShape(this.#shape, bar), bar.follows);
    return this.isMet;
  }

  values(): readonly (number | null)[] {
    return [];
  }

  snapshot(): readonly number[] {
    return this.#streak.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#streak.restore(state);
  }
}

/**
 * Checks for an engulfing candle. Its body covers the body of the previous candle, which has the opposite colour. It is
 * larger than that body, and at least `body_ratio` times as large. A candle after a gap engulfs nothing.
 */
export class EngulfingChecker implements Checker {
  readonly first = 1;
  isMet = false;
  readonly #isUp: boolean;
  readonly #bodyRatio: number;
  #body = NaN;
  #bodyBefore = NaN;

  constructor({ side, body_ratio }: ConditionOf<'engulfing'>) {
    this.#isUp = side === 'up';
    this.#bodyRatio = body_ratio;
  }

  judge(bar: Bar): boolean {
    this.isMet = this.#engulfs(bar);
    return this.isMet;
  }

  #engulfs({ open, close, openBefore, closeBefore, follows }: Bar): boolean {
    this.#body = Math.abs(close - open);
    this.#bodyBefore = Math.abs(closeBefore - openBefore);
    if (!follows || !(this.#body > this.#bodyBefore) || this.#body < this.#bodyRatio * this.#bodyBefore) return false;
    return this.#isUp
      ? closeBefore < openBefore && open <= closeBefore && close >= openBefore
      : closeBefore > openBefore && open >= closeBefore && close <= openBefore;
  }

  values(): readonly (number | null)[] {
    return Number.isNaN(this.#bodyBefore) ? [null, null] : [this.#body, this.#bodyBefore];
  }

  snapshot(): readonly number[] {
    return [];
  }

  restore(): void {
    this.#body = NaN;
    this.#bodyBefore = NaN;
  }
}

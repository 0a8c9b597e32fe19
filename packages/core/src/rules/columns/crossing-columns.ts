import { at } from '#candles/index.ts';
import type { Condition, ConditionOf, Crossing } from '../rule.ts';
import type { RuleHistory } from './rule-history.ts';

/** A crossing that counts at its own candle only. It is never met at two candles in a row. */
export type InstantCrossing = ConditionOf<Crossing> & { readonly candles: 1 };

export const isInstantCrossing = (condition: Condition): condition is InstantCrossing =>
  (condition.test === 'crosses_above' || condition.test === 'crosses_below') && condition.candles === 1;

/** The rows at which a crossing happens. Each call continues after the candles of the previous call. */
export class CrossingRows {
  readonly #crossing: InstantCrossing;
  #wasBelow = false;

  constructor(crossing: InstantCrossing) {
    this.#crossing = crossing;
  }

  /**
   * Writes the rows.
   * @param rows room for every row
   * @returns the number of rows
   */
  fill({ follows, series }: RuleHistory, rows: Int32Array): number {
    const { test, left, right } = this.#crossing;
    const [above, below] = test === 'crosses_above' ? [left, right] : [right, left];
    const rising = series.of(above);
    const level = series.of(below);
    let count = 0;
    let wasBelow = this.#wasBelow;
    for (let row = 0; row < follows.length; row += 1) {
      const value = at(rising, row);
      const limit = at(level, row);
      if (wasBelow && value >= limit && follows[row] === 1) rows[count++] = row;
      wasBelow = value < limit;
    }
    this.#wasBelow = wasBelow;
    return count;
  }
}

/** Rows at which one series crosses another upwards and downwards, in memory with room for every row. */
type BothRows = { readonly up: Int32Array; readonly down: Int32Array };

/**
 * The rows at which the left operand of a crossing crosses the right one in either direction. Each call continues after
 * the candles of the previous call.
 */
export class BothCrossings {
  readonly #crossing: InstantCrossing;
  #wasBelow = false;
  #wasAbove = false;

  constructor(crossing: InstantCrossing) {
    this.#crossing = crossing;
  }

  /** Writes the rows. @returns the number of rows upwards and downwards */
  fill({ follows, series }: RuleHistory, { up, down }: BothRows): readonly [ups: number, downs: number] {
    const lefts = series.of(this.#crossing.left);
    const rights = series.of(this.#crossing.right);
    let ups = 0;
    let downs = 0;
    let wasBelow = this.#wasBelow;
    let wasAbove = this.#wasAbove;
    for (let row = 0; row < follows.length; row += 1) {
      const value = at(lefts, row);
      const limit = at(rights, row);
      if (wasBelow && value >= limit && follows[row] === 1) up[ups++] = row;
      if (wasAbove && value <= limit && follows[row] === 1) down[downs++] = row;
      wasBelow = value < limit;
      wasAbove = value > limit;
    }
    this.#wasBelow = wasBelow;
    this.#wasAbove = wasAbove;
    return [ups, downs];
  }
}

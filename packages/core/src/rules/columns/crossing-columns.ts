import { at } from '#candles/index.ts';
import type { Condition, ConditionOf, Crossing } from '../rule.ts';
import type { RuleHistory } from './rule-history.ts';

/** A crossing that counts at its own candle only. It is never met at two candles in a row. */
export type InstantCrossing = ConditionOf<Crossing> & { readonly candles: 1 };

export const isInstantCrossing = (condition: Condition): condition is InstantCrossing =>
  (condition.test === 'crosses_above' || condition.test === 'crosses_below') && condition.candles === 1;

/**
 * Writes the rows at which a crossing happens.
 * @param rows room for every row
 * @returns the number of rows
 */
export function fillCrossingRows(
  { test, left, right }: InstantCrossing,
  { follows, series }: RuleHistory,
  rows: Int32Array,
): number {
  const [above, below] = test === 'crosses_above' ? [left, right] : [right, left];
  const rising = series.of(above);
  const level = series.of(below);
  let count = 0;
  let wasBelow = false;
  for (let row = 0; row < follows.length; row += 1) {
    const value = at(rising, row);
    const limit = at(level, row);
    if (wasBelow && value >= limit && follows[row] === 1) rows[count++] = row;
    wasBelow = value < limit;
  }
  return count;
}

/** Rows at which one series crosses another upwards and downwards, in memory with room for every row. */
type BothCrossings = { readonly up: Int32Array; readonly down: Int32Array };

/**
 * Writes the rows at which the left operand of a crossing crosses the right one in either direction.
 * @returns the number of rows upwards and downwards
 */
export function fillBothCrossings(
  { left, right }: InstantCrossing,
  { follows, series }: RuleHistory,
  { up, down }: BothCrossings,
): readonly [ups: number, downs: number] {
  const lefts = series.of(left);
  const rights = series.of(right);
  let ups = 0;
  let downs = 0;
  let wasBelow = false;
  let wasAbove = false;
  for (let row = 0; row < follows.length; row += 1) {
    const value = at(lefts, row);
    const limit = at(rights, row);
    if (wasBelow && value >= limit && follows[row] === 1) up[ups++] = row;
    if (wasAbove && value <= limit && follows[row] === 1) down[downs++] = row;
    wasBelow = value < limit;
    wasAbove = value > limit;
  }
  return [ups, downs];
}

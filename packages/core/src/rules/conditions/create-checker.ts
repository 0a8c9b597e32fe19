import { assertNever } from '#kernel/index.ts';
import type { Operand } from '../operands.ts';
import type { Condition } from '../rule.ts';
import type { SeriesBoard } from '../series/series-board.ts';
import type { Checker } from './checker.ts';
import { BandChecker, ComparisonChecker, CrossingChecker } from './comparison.ts';
import { EngulfingChecker, ShapeChecker } from './shape.ts';
import { TrendChecker } from './trend.ts';

/** Returns the operands that a condition compares, in the order of its values. */
export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.test) {
    case 'shape':
    case 'engulfing':
    case 'trend':
      return [];
    case 'inside':
    case 'outside':
      return [condition.left, condition.low, condition.high];
    default:
      return [condition.left, condition.right];
  }
}

/**
 * Creates the checker of a condition.
 * @param board series of the rule, which gets the operands of the condition
 * @param stepSeconds length of the rule's candles
 */
export function createChecker(condition: Condition, board: SeriesBoard, stepSeconds: number): Checker {
  switch (condition.test) {
    case 'inside':
    case 'outside':
      return new BandChecker(condition, board);
    case 'shape':
      return new ShapeChecker(condition);
    case 'engulfing':
      return new EngulfingChecker(condition);
    case 'trend':
      return new TrendChecker(condition, stepSeconds);
    case 'crosses_above':
    case 'crosses_below':
      return new CrossingChecker(condition, board);
    case 'above':
    case 'below':
    case 'at_least':
    case 'at_most':
      return new ComparisonChecker(condition, board);
    default:
      return assertNever(condition);
  }
}

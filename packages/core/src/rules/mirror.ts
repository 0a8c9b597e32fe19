import type { Operand } from './operands.ts';
import type { Condition, RuleSide } from './rule.ts';

/** Names of tests, sides, shapes and lines, each with the name that replaces it in the mirrored rule. */
const OPPOSITES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['above', 'below'],
    ['at_least', 'at_most'],
    ['crosses_above', 'crosses_below'],
    ['up', 'down'],
    ['green', 'red'],
    ['martillo', 'estrella_fugaz'],
    ['upper', 'lower'],
    ['high', 'low'],
    ['plus_di', 'minus_di'],
  ].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
);

const LEVEL_MAX = 100;

/**
 * Operands whose levels are mirrored at 50: an oversold value for a CALL corresponds to an overbought value for a PUT.
 */
const isLevel = ({ of }: Operand): boolean => of === 'rsi' || of === 'stochastic';

const swapped = <Word extends string>(word: Word): Word => (OPPOSITES[word] ?? word) as Word;

function mirroredOperand(operand: Operand, isLevelLimit: boolean): Operand {
  if (operand.of === 'number') return isLevelLimit ? { ...operand, value: LEVEL_MAX - operand.value } : operand;
  return 'line' in operand ? ({ ...operand, line: swapped(operand.line) } as Operand) : operand;
}

/** Conditions on values without a direction stay unchanged: an ATR, a width or a strength has no side. */
const isDirectional = ({ of, ...rest }: Operand): boolean =>
  of !== 'atr' && of !== 'bandwidth' && of !== 'distance' && !(of === 'adx' && 'line' in rest && rest.line === 'adx');

function mirroredCondition(condition: Condition): Condition {
  switch (condition.test) {
    case 'shape':
      return { ...condition, shape: swapped(condition.shape) };
    case 'engulfing':
    case 'trend':
      return { ...condition, side: swapped(condition.side) };
    case 'inside':
    case 'outside': {
      const { left, low, high } = condition;
      if (!isDirectional(left)) return condition;
      const of = (operand: Operand) => mirroredOperand(operand, isLevel(left));
      return { ...condition, left: of(left), low: of(high), high: of(low) };
    }
    default: {
      const { left, right, test } = condition;
      if (!isDirectional(left) || !isDirectional(right)) return condition;
      const hasLevel = isLevel(left) || isLevel(right);
      const of = (operand: Operand) => mirroredOperand(operand, hasLevel);
      return { ...condition, test: swapped(test), left: of(left), right: of(right) };
    }
  }
}

/**
 * Returns the same rule for the other direction: a cross upwards becomes a cross downwards, and an RSI below 30 becomes
 * an RSI above 70.
 */
export const mirroredSide = ({ join, conditions }: RuleSide): RuleSide => ({
  join,
  conditions: conditions.map(mirroredCondition),
});

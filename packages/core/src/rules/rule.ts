import { integerRange, realRange, type Timeframe } from '#vocabulary/index.ts';
import type { Operand } from './operands.ts';

/**
 * Comparisons of two operands. The first four compare their values; the last two test whether one crossed the other.
 */
export const COMPARISONS = ['above', 'below', 'at_least', 'at_most', 'crosses_above', 'crosses_below'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export type Crossing = 'crosses_above' | 'crosses_below';
export type Level = Exclude<Comparison, Crossing>;

/** Shapes of one candle: its colour, or its type (docs/spec/pcr.md §6). */
export const CANDLE_SHAPES = ['green', 'red', 'doji', 'marubozu', 'martillo', 'estrella_fugaz'] as const;
export type CandleShape = (typeof CANDLE_SHAPES)[number];

export const BAND_TESTS = ['inside', 'outside'] as const;
export const SIDES = ['up', 'down'] as const;

/** Largest number of conditions of one direction. */
export const CONDITIONS_MAX = 8;
/**
 * Number of candles in a row at which a state must be true. For a crossing, the number of candles within which it must
 * have happened.
 */
export const CANDLES = integerRange(1, 1, 50);
/** Required multiple of the previous body for an engulfing body. */
export const BODY_RATIO = realRange(1, 1, 10);
/** Period of the average that determines the trend of a longer timeframe. */
export const TREND_PERIOD = integerRange(50, 1, 200);

/** Longest history in seconds that a trend may need. Every price source can send a history of this length. */
export const TREND_HISTORY_S = 28 * 86_400;

/** A condition over closed candles (docs/spec/strategies.md §6). */
export type Condition =
  | { readonly test: Crossing; readonly left: Operand; readonly right: Operand; readonly candles: number }
  | { readonly test: Level; readonly left: Operand; readonly right: Operand; readonly candles: number }
  | {
      readonly test: (typeof BAND_TESTS)[number];
      readonly left: Operand;
      readonly low: Operand;
      readonly high: Operand;
      readonly candles: number;
    }
  | { readonly test: 'shape'; readonly shape: CandleShape; readonly candles: number }
  | { readonly test: 'engulfing'; readonly side: (typeof SIDES)[number]; readonly body_ratio: number }
  | {
      readonly test: 'trend';
      readonly side: (typeof SIDES)[number];
      readonly timeframe: Timeframe;
      readonly period: number;
    };

export type ConditionTest = Condition['test'];
export type ConditionOf<Test extends ConditionTest> = Extract<Condition, { readonly test: Test }>;

export const CONDITION_JOINS = ['all', 'any'] as const;

/**
 * The rule of a direction: all or any of its conditions must be met. It signals at a candle at which it is met, unless
 * it was also met at the previous candle.
 */
export type RuleSide = { readonly join: (typeof CONDITION_JOINS)[number]; readonly conditions: readonly Condition[] };

/** Rules of both directions; null for a direction that never signals. */
export type OwnRules = { readonly call: RuleSide | null; readonly put: RuleSide | null };

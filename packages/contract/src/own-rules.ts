import {
  areComparable,
  BAND_TESTS,
  BODY_RATIO,
  CANDLE_SHAPES,
  CANDLES,
  COMPARISONS,
  CONDITION_JOINS,
  CONDITIONS_MAX,
  type Condition,
  LOOK_BACK_RANGE,
  OPERAND_KINDS,
  type Operand,
  type OperandKind,
  operandDefinition,
  type RuleSide,
  SIDES,
  TREND_HISTORY_S,
  TREND_PERIOD,
} from '@vigia/core/rule-definitions';
import { TIMEFRAME_SECONDS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { boundedNumber, numberFieldsOf } from './number-range.ts';
import { RULE_FAULTS_ES } from './rule-words/faults.es.ts';

/** Builds the schema of one kind of operand from its definition. */
function operandOf(kind: OperandKind) {
  const { numbers: ranges, lines, ascending } = operandDefinition(kind);
  const [first, ...others] = lines;
  const shape = z.strictObject({
    of: z.literal(kind),
    ...numberFieldsOf(ranges),
    ...(first !== undefined && { line: z.enum([first, ...others]).default(first) }),
    ago: boundedNumber(LOOK_BACK_RANGE).default(LOOK_BACK_RANGE.default),
  });
  if (ascending === null) return shape;
  const [lower, higher] = ascending;
  const isAscending = (given: Readonly<Record<string, unknown>>) => Number(given[lower]) < Number(given[higher]);
  return shape.refine(isAscending, { path: [lower], error: RULE_FAULTS_ES.ascending });
}

const [FIRST_KIND, ...OTHER_KINDS] = OPERAND_KINDS;

/** An operand in a request: missing numbers and a missing line have their defaults. */
type OperandInput = { readonly of: OperandKind; readonly [name: string]: number | string };

/**
 * A value of a rule: a price, an indicator or a number. The schema is built from the same definitions as the operand
 * types of the domain. The cast is needed because the compiler cannot relate the two.
 */
const OperandBody = z.discriminatedUnion('of', [
  operandOf(FIRST_KIND),
  ...OTHER_KINDS.map(operandOf),
]) as unknown as z.ZodType<Operand, OperandInput>;

/** The value on the left of a comparison, which cannot be a plain number. */
const LeftBody = OperandBody.refine(({ of }) => of !== 'number', { path: ['of'], error: RULE_FAULTS_ES.leftIsNumber });

const candles = boundedNumber(CANDLES).default(CANDLES.default);

const UNLIKE = { path: ['right'], error: RULE_FAULTS_ES.units };

const AnyCondition = z.discriminatedUnion('test', [
  z
    .strictObject({ test: z.enum(COMPARISONS), left: LeftBody, right: OperandBody, candles })
    .refine(({ left, right }) => areComparable(left, right), UNLIKE),
  z
    .strictObject({ test: z.enum(BAND_TESTS), left: LeftBody, low: OperandBody, high: OperandBody, candles })
    .refine(({ left, low, high }) => areComparable(left, low) && areComparable(left, high), {
      ...UNLIKE,
      path: ['low'],
    }),
  z.strictObject({ test: z.literal('shape'), shape: z.enum(CANDLE_SHAPES), candles }),
  z.strictObject({
    test: z.literal('engulfing'),
    side: z.enum(SIDES),
    body_ratio: boundedNumber(BODY_RATIO).default(BODY_RATIO.default),
  }),
  z
    .strictObject({
      test: z.literal('trend'),
      side: z.enum(SIDES),
      timeframe: z.enum(TIMEFRAMES),
      period: boundedNumber(TREND_PERIOD).default(TREND_PERIOD.default),
    })
    .refine(({ timeframe, period }) => period * TIMEFRAME_SECONDS[timeframe] <= TREND_HISTORY_S, {
      path: ['period'],
      error: RULE_FAULTS_ES.trendTooLong,
    }),
]);

/** A condition over closed candles (docs/spec/strategies.md §6). */
export const ConditionBody: z.ZodType<Condition, Condition | z.input<typeof AnyCondition>> = AnyCondition;

const WrittenSide = z.strictObject({
  join: z.enum(CONDITION_JOINS).default('all'),
  conditions: z.array(ConditionBody).min(1).max(CONDITIONS_MAX),
});

/**
 * The rule of a direction: all or any of its conditions must be met. It signals at a candle at which it is met, unless
 * it was also met at the previous candle.
 */
export const RuleSideBody: z.ZodType<RuleSide, RuleSideInput> = WrittenSide;
export type RuleSideInput = {
  readonly join?: RuleSide['join'] | undefined;
  readonly conditions: readonly z.input<typeof ConditionBody>[];
};

/** The rule of a direction in a response, where every field is present. */
export const ConditionView = ConditionBody as z.ZodType<Condition, Condition>;
export const RuleSideView = RuleSideBody as z.ZodType<RuleSide, RuleSide>;

/** The rules that a user writes; null for a direction that never signals. */
export const OWN_RULES = { call: RuleSideBody.nullable().default(null), put: RuleSideBody.nullable().default(null) };

/** Returns whether at least one direction has rules. */
export const hasRules = ({ call, put }: { readonly call?: unknown; readonly put?: unknown }): boolean =>
  (call ?? null) !== null || (put ?? null) !== null;

export const NO_RULES_FAULT = { path: ['call'], error: RULE_FAULTS_ES.noRules };

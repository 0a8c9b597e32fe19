import {
  BODY_RATIO,
  CANDLES,
  type Condition,
  LOOK_BACK_RANGE,
  OPERAND_KINDS,
  type Operand,
  type OperandKind,
  type OwnRules,
  operandDefinition,
  type RuleSide,
  TREND_PERIOD,
} from '@vigia/core/rule-definitions';

/** One entry in the list of operands: a kind of operand and one of its lines. */
export type OperandChoice = { readonly kind: OperandKind; readonly line: string | null };

/** Every operand that the list offers, in the order of the list. */
export const OPERAND_CHOICES: readonly OperandChoice[] = OPERAND_KINDS.flatMap((kind): readonly OperandChoice[] => {
  const { lines } = operandDefinition(kind);
  return lines.length === 0 ? [{ kind, line: null }] : lines.map((line) => ({ kind, line }));
});

export const operandLineOf = (operand: Operand): string | null => ('line' in operand ? operand.line : null);

/** Creates an operand with the defaults of its kind. If `before` has the same kind, its numbers are kept. */
export function createOperand({ kind, line }: OperandChoice, before?: Operand): Operand {
  const { numbers } = operandDefinition(kind);
  const defaults = Object.fromEntries(Object.entries(numbers).map(([name, range]) => [name, range.default]));
  const kept = before?.of === kind ? before : {};
  // The definition of the kind determines the numbers and the line, so the result is a valid operand.
  return { of: kind, ...defaults, ago: LOOK_BACK_RANGE.default, ...kept, ...(line !== null && { line }) } as Operand;
}

const numberOf = (value: number): Operand => ({ of: 'number', value, ago: 0 });
const RSI = createOperand({ kind: 'rsi', line: null });
const CLOSE = createOperand({ kind: 'price', line: 'close' });

/** The kinds of condition that the menu offers. */
export const CONDITION_KINDS = ['crossing', 'comparison', 'band', 'shape', 'engulfing', 'trend'] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

const NEW: Readonly<Record<ConditionKind, Condition>> = {
  crossing: { test: 'crosses_above', left: RSI, right: numberOf(30), candles: CANDLES.default },
  comparison: {
    test: 'above',
    left: CLOSE,
    right: createOperand({ kind: 'ema', line: null }),
    candles: CANDLES.default,
  },
  band: { test: 'inside', left: RSI, low: numberOf(40), high: numberOf(60), candles: CANDLES.default },
  shape: { test: 'shape', shape: 'green', candles: CANDLES.default },
  engulfing: { test: 'engulfing', side: 'up', body_ratio: BODY_RATIO.default },
  trend: { test: 'trend', side: 'up', timeframe: '1h', period: TREND_PERIOD.default },
};

export const createCondition = (kind: ConditionKind): Condition => NEW[kind];

/** The initial own rules of a new strategy: CALL and PUT when the RSI returns from an extreme value. */
export const STARTER_RULES: OwnRules = {
  call: { join: 'all', conditions: [NEW.crossing] },
  put: {
    join: 'all',
    conditions: [{ test: 'crosses_below', left: RSI, right: numberOf(70), candles: CANDLES.default }],
  },
};

/** Adds a condition to the rules of one direction. Null stands for rules without conditions. */
export const withAddedCondition = (side: RuleSide | null, condition: Condition): RuleSide => ({
  join: side?.join ?? 'all',
  conditions: [...(side?.conditions ?? []), condition],
});

/** Replaces the condition at an index. If `condition` is null, removes it. Returns null if no condition remains. */
export function withReplacedCondition(side: RuleSide, index: number, condition: Condition | null): RuleSide | null {
  const conditions = condition === null ? side.conditions.toSpliced(index, 1) : side.conditions.with(index, condition);
  return conditions.length === 0 ? null : { ...side, conditions };
}

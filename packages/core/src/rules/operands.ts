import {
  integerRange,
  LARGEST_AMOUNT,
  type NumberRange,
  type NumbersOf,
  realRange,
  SMALLEST_AMOUNT,
} from '#vocabulary/index.ts';

type OperandDefinition = {
  /** Ranges and defaults of its numbers, in the order of the form. */
  readonly numbers: Readonly<Record<string, NumberRange>>;
  /** The lines of the operand; the first is the default. An operand with one line has an empty list. */
  readonly lines: readonly string[];
  /** Pair of numbers of which the first must be below the second; null without such a pair. */
  readonly ascending: readonly [lower: string, higher: string] | null;
  /**
   * Unit of the operand's values: a price, a value between 0 and 100, per cent, or a price difference. A rule compares
   * only values of the same unit; a plain number has every unit.
   */
  readonly unit: 'price' | 'level' | 'percent' | 'difference' | 'any';
};

const PERIOD_MAX = 500;

/**
 * The values that a rule compares (docs/spec/strategies.md §6). The schema of the API, the form and the texts are built
 * from this table.
 */
export const OPERANDS = {
  price: { numbers: {}, lines: ['close', 'open', 'high', 'low'], ascending: null, unit: 'price' },
  number: {
    numbers: { value: realRange(50, -LARGEST_AMOUNT, LARGEST_AMOUNT) },
    lines: [],
    ascending: null,
    unit: 'any',
  },
  rsi: { numbers: { period: integerRange(14, 2, PERIOD_MAX) }, lines: [], ascending: null, unit: 'level' },
  ema: { numbers: { period: integerRange(50, 1, PERIOD_MAX) }, lines: [], ascending: null, unit: 'price' },
  sma: { numbers: { period: integerRange(50, 1, PERIOD_MAX) }, lines: [], ascending: null, unit: 'price' },
  macd: {
    numbers: {
      fast: integerRange(12, 2, PERIOD_MAX),
      slow: integerRange(26, 3, PERIOD_MAX),
      signal: integerRange(9, 1, PERIOD_MAX),
    },
    lines: ['line', 'signal', 'histogram'],
    ascending: ['fast', 'slow'],
    unit: 'difference',
  },
  bollinger: {
    numbers: { period: integerRange(20, 2, PERIOD_MAX), std_dev: realRange(2, 0.1, 10) },
    lines: ['upper', 'middle', 'lower'],
    ascending: null,
    unit: 'price',
  },
  bandwidth: {
    numbers: { period: integerRange(20, 2, PERIOD_MAX), std_dev: realRange(2, 0.1, 10) },
    lines: [],
    ascending: null,
    unit: 'percent',
  },
  atr: { numbers: { period: integerRange(14, 1, PERIOD_MAX) }, lines: [], ascending: null, unit: 'percent' },
  stochastic: {
    numbers: {
      k_period: integerRange(14, 2, PERIOD_MAX),
      k_smoothing: integerRange(3, 1, 50),
      d_period: integerRange(3, 2, 50),
    },
    lines: ['k', 'd'],
    ascending: null,
    unit: 'level',
  },
  adx: {
    numbers: { period: integerRange(14, 2, 100) },
    lines: ['adx', 'plus_di', 'minus_di'],
    ascending: null,
    unit: 'level',
  },
  donchian: {
    numbers: { period: integerRange(20, 1, PERIOD_MAX) },
    lines: ['upper', 'middle', 'lower'],
    ascending: null,
    unit: 'price',
  },
  distance: {
    numbers: { level: realRange(1, SMALLEST_AMOUNT, LARGEST_AMOUNT) },
    lines: [],
    ascending: null,
    unit: 'percent',
  },
} as const satisfies Readonly<Record<string, OperandDefinition>>;

type Operands = typeof OPERANDS;
export type OperandKind = keyof Operands;

// The cast is needed because `Object.keys` returns `string[]`: an object may have more keys than its type. This object
// has none.
export const OPERAND_KINDS = Object.keys(OPERANDS) as unknown as readonly [OperandKind, ...OperandKind[]];

/** Returns the definition of a kind without the types of its numbers, for code that handles every kind alike. */
export const operandDefinition = (kind: OperandKind): OperandDefinition => OPERANDS[kind];

/** Range of the number of candles by which an operand looks back; 0 is the candle that just closed. */
export const LOOK_BACK_RANGE = integerRange(0, 0, 101);

type LineField<Lines extends readonly string[]> = Lines extends readonly []
  ? unknown
  : { readonly line: Lines[number] };

/**
 * One value of a rule at each candle: its kind, its numbers, its line, and the number of candles by which it looks
 * back.
 */
export type Operand<Kind extends OperandKind = OperandKind> = {
  readonly [Each in Kind]: { readonly of: Each; readonly ago: number } & NumbersOf<Operands[Each]['numbers']> &
    LineField<Operands[Each]['lines']>;
}[Kind];

/** Returns true if a rule may compare two operands: their values have the same unit. */
export function areComparable(a: Operand, b: Operand): boolean {
  const [one, other] = [operandDefinition(a.of).unit, operandDefinition(b.of).unit];
  return one === other || one === 'any' || other === 'any';
}

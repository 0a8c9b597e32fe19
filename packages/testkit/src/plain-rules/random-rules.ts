import type { Rng } from '@vigia/core/kernel';
import type { Operand, OperandKind } from '@vigia/core/rule-definitions';
import { at, type PlainBar } from './bars.ts';
import { operandValues } from './operand.ts';

/** Random choices for one generated rule. */
export class RandomChoices {
  readonly #rng: Rng;

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.#rng.next() * (to - from + 1));
  }

  happens(chance: number): boolean {
    return this.#rng.next() < chance;
  }

  of<Value>(values: readonly Value[]): Value {
    return at(values, this.whole(0, values.length - 1));
  }
}

const UNITS = {
  price: ['price', 'ema', 'sma', 'bollinger', 'donchian'],
  level: ['rsi', 'stochastic', 'adx'],
  percent: ['bandwidth', 'atr', 'distance'],
  difference: ['macd'],
} as const satisfies Readonly<Record<string, readonly OperandKind[]>>;

const LINES = ['upper', 'middle', 'lower'] as const;

function valueOf(
  kind: (typeof UNITS)[keyof typeof UNITS][number],
  dice: RandomChoices,
  bars: readonly PlainBar[],
): Operand {
  const ago = dice.happens(0.3) ? dice.whole(1, 5) : 0;
  const period = dice.whole(2, 12);
  switch (kind) {
    case 'price':
      return { of: kind, ago, line: dice.of(['close', 'close', 'open', 'high', 'low']) };
    case 'ema':
    case 'sma':
      return { of: kind, ago, period: period - 1 };
    case 'bollinger':
      return { of: kind, ago, period, std_dev: dice.of([0.5, 1, 1.5, 2]), line: dice.of(LINES) };
    case 'bandwidth':
      return { of: kind, ago, period, std_dev: dice.of([1, 2]) };
    case 'donchian':
      return { of: kind, ago, period: period - 1, line: dice.of(LINES) };
    case 'stochastic':
      return {
        of: kind,
        ago,
        k_period: period,
        k_smoothing: dice.whole(1, 4),
        d_period: dice.whole(2, 4),
        line: dice.of(['k', 'd']),
      };
    case 'adx':
      return { of: kind, ago, period, line: dice.of(['adx', 'plus_di', 'minus_di']) };
    case 'distance':
      return { of: kind, ago, level: dice.of(bars).close };
    case 'macd': {
      const fast = dice.whole(2, 6);
      const line = dice.of(['line', 'signal', 'histogram'] as const);
      return { of: kind, ago, fast, slow: fast + dice.whole(1, 8), signal: dice.whole(1, 5), line };
    }
    case 'rsi':
    case 'atr':
      return { of: kind, ago, period };
    default:
      return kind satisfies never;
  }
}

/** Returns a number equal to a value of the operand at some candle: exact for prices, rounded for calculated values. */
function numberLike(operand: Operand, dice: RandomChoices, bars: readonly PlainBar[]): Operand {
  const seen = operandValues(operand, bars).filter((value) => value !== null);
  const value = seen.length === 0 ? 50 : dice.of(seen);
  const ago = dice.happens(0.1) ? dice.whole(1, 3) : 0;
  return { of: 'number', ago, value: operand.of === 'price' ? value : Number(value.toPrecision(4)) };
}

const WEIGHTED_UNITS = [
  'price',
  'price',
  'price',
  'level',
  'level',
  'level',
  'percent',
  'percent',
  'difference',
] as const;

function pair(dice: RandomChoices, bars: readonly PlainBar[]) {
  const unit = dice.of(WEIGHTED_UNITS);
  const one = (): Operand => valueOf(dice.of<(typeof UNITS)[typeof unit][number]>(UNITS[unit]), dice, bars);
  const left = one();
  const other = () => (dice.happens(unit === 'price' ? 0.2 : 0.6) ? numberLike(left, dice, bars) : one());
  return { left, other };
}

const TESTS = [
  ...(['above', 'below', 'at_least', 'at_most', 'crosses_above', 'crosses_below'] as const),
  ...(['crosses_above', 'crosses_below', 'inside', 'outside', 'shape', 'shape', 'engulfing', 'trend'] as const),
];
const SHAPES = ['green', 'red', 'doji', 'marubozu', 'martillo', 'estrella_fugaz'] as const;
const FRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;

function condition(dice: RandomChoices, bars: readonly PlainBar[]) {
  const test = dice.of(TESTS);
  const side = dice.of(['up', 'down'] as const);
  const candles = dice.happens(0.4) ? dice.whole(2, 5) : 1;
  switch (test) {
    case 'shape':
      return { test, shape: dice.of(SHAPES), candles: Math.min(candles, 3) };
    case 'engulfing':
      return { test, side, body_ratio: dice.of([1, 1.25, 2]) };
    case 'trend':
      return { test, side, timeframe: dice.of(FRAMES), period: dice.whole(1, 6) };
    case 'inside':
    case 'outside': {
      const { left, other } = pair(dice, bars);
      return { test, left, low: other(), high: other(), candles };
    }
    default: {
      const { left, other } = pair(dice, bars);
      return { test, left, right: other(), candles };
    }
  }
}

function randomSide(dice: RandomChoices, bars: readonly PlainBar[]) {
  const count = dice.happens(0.7) ? dice.whole(1, 3) : dice.whole(4, 8);
  const join = dice.happens(count > 3 ? 0.15 : 0.5) ? ('all' as const) : ('any' as const);
  return { join, conditions: Array.from({ length: count }, () => condition(dice, bars)) };
}

const ZONES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Bogota'];

function gates(dice: RandomChoices) {
  const two = (value: number): string => String(value).padStart(2, '0');
  const fromHour = dice.whole(0, 23);
  const toHour = (fromHour + dice.whole(1, 20)) % 24;
  const hours = { from: `${two(fromHour)}:${two(dice.whole(0, 59))}`, to: `${two(toHour)}:${two(dice.whole(0, 59))}` };
  const days = ([1, 2, 3, 4, 5, 6, 7] as const).filter(() => dice.happens(0.7));
  return {
    ...(dice.happens(0.5) && { hours }),
    ...(dice.happens(0.4) && days.length > 0 && { days }),
    time_zone: dice.of(ZONES),
    cooldown_candles: dice.happens(0.6) ? dice.whole(1, 12) : 0,
    payout_min: dice.happens(0.2) ? 0.8 : null,
  };
}

/**
 * Generates a strategy of own rules, in the form of a request. Its numbers are in the range of the prices of the
 * candles.
 */
export function randomStrategy(rng: Rng, bars: readonly PlainBar[]) {
  const dice = new RandomChoices(rng);
  const only = dice.whole(0, 9);
  return {
    type: 'custom',
    parameters: {
      call: only === 0 ? null : randomSide(dice, bars),
      put: only === 1 ? null : randomSide(dice, bars),
      ...(dice.happens(0.6) && { gates: gates(dice) }),
    },
  };
}

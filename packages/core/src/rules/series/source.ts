import { Adx, Atr, Bollinger, Donchian, Ema, Macd, Rsi, Sma, Stochastic } from '#indicators/index.ts';
import { assertNever } from '#kernel/index.ts';
import type { Bar } from '../bar.ts';
import { type Operand, operandDefinition } from '../operands.ts';

/**
 * The indicator of one or more operands. Operands that differ only in their line share a source. Its values are in a
 * typed array. Without the array, V8 would allocate a number at every candle when a closure returns or stores the
 * value.
 */
export interface Source {
  /** The value of each line at the newest candle, in the order of the kind's lines; NaN while undefined. */
  readonly values: Float64Array;
  push(bar: Bar): void;
  /** Returns the state as finite numbers only, without the values, because the next candle sets these. */
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

const undefinedLines = (count: number): Float64Array => new Float64Array(count).fill(NaN);

/** Returns the methods of an indicator's state. */
const stateOf = (indicator: Pick<Source, 'snapshot' | 'restore'>): Pick<Source, 'snapshot' | 'restore'> => ({
  snapshot: () => indicator.snapshot(),
  restore: (state) => indicator.restore(state),
});

const NO_STATE: Pick<Source, 'snapshot' | 'restore'> = { snapshot: () => [], restore: () => undefined };

function prices(): Source {
  const values = undefinedLines(4);
  return {
    ...NO_STATE,
    values,
    push: ({ open, high, low, close }) => {
      values[0] = close;
      values[1] = open;
      values[2] = high;
      values[3] = low;
    },
  };
}

/** An RSI without any change of price (0/0) has no meaning. It is therefore undefined in a rule. */
function rsi(period: number): Source {
  const indicator = new Rsi(period);
  const values = undefinedLines(1);
  return {
    ...stateOf(indicator),
    values,
    push: ({ close }) => {
      const value = indicator.push(close);
      values[0] = indicator.flat ? NaN : value;
    },
  };
}

function average(indicator: Ema | Sma): Source {
  const values = undefinedLines(1);
  return {
    ...stateOf(indicator),
    values,
    push: ({ close }) => {
      values[0] = indicator.push(close);
    },
  };
}

function macd(fast: number, slow: number, signal: number): Source {
  const indicator = new Macd(fast, slow, signal);
  const values = undefinedLines(3);
  return {
    ...stateOf(indicator),
    values,
    push: ({ close }) => {
      indicator.push(close);
      values[0] = indicator.line;
      values[1] = indicator.signal;
      values[2] = indicator.histogram;
    },
  };
}

/** Index of the band width among the lines; the lines before it are those of `bollinger`. */
const WIDTH = 3;

function bollinger(period: number, deviations: number): Source {
  const bands = new Bollinger(period, deviations);
  const values = undefinedLines(4);
  return {
    ...stateOf(bands),
    values,
    push: ({ close }) => {
      const middle = bands.push(close);
      values[0] = bands.upper;
      values[1] = middle;
      values[2] = bands.lower;
      values[WIDTH] = (100 * (bands.upper - bands.lower)) / middle;
    },
  };
}

/** The average true range in per cent of the close, so that one limit is suitable for every asset. */
function atr(period: number): Source {
  const indicator = new Atr(period);
  const values = undefinedLines(1);
  return {
    ...stateOf(indicator),
    values,
    push: ({ high, low, close }) => {
      values[0] = (100 * indicator.push(high, low, close)) / close;
    },
  };
}

function stochastic(kPeriod: number, smoothing: number, dPeriod: number): Source {
  const indicator = new Stochastic(kPeriod, smoothing, dPeriod);
  const values = undefinedLines(2);
  return {
    ...stateOf(indicator),
    values,
    push: ({ high, low, close }) => {
      values[0] = indicator.push(high, low, close);
      values[1] = indicator.d;
    },
  };
}

function adx(period: number): Source {
  const indicator = new Adx(period);
  const values = undefinedLines(3);
  return {
    ...stateOf(indicator),
    values,
    push: ({ high, low, close }) => {
      values[0] = indicator.push(high, low, close);
      values[1] = indicator.plusDi;
      values[2] = indicator.minusDi;
    },
  };
}

function donchian(period: number): Source {
  const channel = new Donchian(period);
  const values = undefinedLines(3);
  return {
    ...stateOf(channel),
    values,
    push: ({ high, low }) => {
      values[1] = channel.push(high, low);
      values[0] = channel.upper;
      values[2] = channel.lower;
    },
  };
}

function distance(level: number): Source {
  const values = undefinedLines(1);
  return {
    ...NO_STATE,
    values,
    push: ({ close }) => {
      values[0] = (100 * Math.abs(close - level)) / close;
    },
  };
}

/** An operand whose value depends on the candle. */
export type SeriesOperand = Exclude<Operand, { of: 'number' }>;

/** Creates the source of an operand, before its first candle. */
export function createSource(operand: SeriesOperand): Source {
  switch (operand.of) {
    case 'price':
      return prices();
    case 'rsi':
      return rsi(operand.period);
    case 'ema':
      return average(new Ema(operand.period));
    case 'sma':
      return average(new Sma(operand.period));
    case 'macd':
      return macd(operand.fast, operand.slow, operand.signal);
    case 'bollinger':
    case 'bandwidth':
      return bollinger(operand.period, operand.std_dev);
    case 'atr':
      return atr(operand.period);
    case 'stochastic':
      return stochastic(operand.k_period, operand.k_smoothing, operand.d_period);
    case 'adx':
      return adx(operand.period);
    case 'donchian':
      return donchian(operand.period);
    case 'distance':
      return distance(operand.level);
    default:
      return assertNever(operand);
  }
}

/** Returns the position of an operand's line (signal of MACD, upper band) among the outputs of its indicator. */
export function lineIndexOf(operand: SeriesOperand): number {
  if (operand.of === 'bandwidth') return WIDTH;
  return 'line' in operand ? operandDefinition(operand.of).lines.indexOf(operand.line) : 0;
}

/** Returns the index of the first candle at which the operand has a value, without its look-back. */
export function firstIndexOf(operand: SeriesOperand): number {
  switch (operand.of) {
    case 'price':
    case 'distance':
      return 0;
    case 'rsi':
    case 'atr':
    case 'donchian':
      return operand.period;
    case 'ema':
    case 'sma':
    case 'bollinger':
    case 'bandwidth':
      return operand.period - 1;
    case 'macd':
      return operand.line === 'line' ? operand.slow - 1 : operand.slow + operand.signal - 2;
    case 'stochastic':
      return operand.k_period + operand.k_smoothing - 2 + (operand.line === 'd' ? operand.d_period - 1 : 0);
    case 'adx':
      return operand.line === 'adx' ? 2 * operand.period - 1 : operand.period;
    default:
      return assertNever(operand);
  }
}

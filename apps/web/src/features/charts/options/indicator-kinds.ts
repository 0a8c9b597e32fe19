import { STRATEGIES } from '@vigia/core/strategy-definitions';
import type { NumberRange } from '@vigia/core/vocabulary';
import type { IndicatorChoice } from '#shared/chart/indicators/choices.ts';

const rsi = STRATEGIES.rsi.numbers;
const macd = STRATEGIES.macd.numbers;
const bollinger = STRATEGIES.bollinger.numbers;
const moving_average = STRATEGIES.moving_average.numbers;

export type IndicatorNumbers = Readonly<Record<string, number>>;
/** Names of the numeric parameters of indicators. */
export type IndicatorNumber = 'period' | 'deviations' | 'fast' | 'slow' | 'signal';
export type IndicatorRanges = Readonly<Partial<Record<IndicatorNumber, NumberRange>>>;

/** The kinds of indicators in list order. */
export const INDICATOR_KINDS = ['ema', 'sma', 'bollinger', 'rsi', 'macd'] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

type KindOfIndicator = {
  /** Range of each parameter of the indicator. */
  readonly ranges: IndicatorRanges;
  /** The first parameters of an added indicator. They differ from those of the list, so that its line is visible. */
  readonly added: IndicatorNumbers;
  /**
   * The tone of each indicator of this kind. Their count is the limit of the kind: each RSI and MACD takes height from
   * the page.
   */
  readonly tones: readonly number[];
  readonly choice: (valueOf: (name: IndicatorNumber) => number) => IndicatorChoice;
};

const average = (kind: 'ema' | 'sma', period: NumberRange, tones: readonly number[]): KindOfIndicator => ({
  ranges: { period },
  added: { period: 50 },
  tones,
  choice: (valueOf) => ({ kind, period: valueOf('period') }),
});

export const KINDS_BY_INDICATOR: Readonly<Record<IndicatorKind, KindOfIndicator>> = {
  ema: average('ema', moving_average.fast, [1, 2, 3, 4]),
  sma: average('sma', bollinger.period, [0, 5, 6, 7]),
  bollinger: {
    ranges: { period: bollinger.period, deviations: bollinger.std_dev },
    added: { period: 50 },
    tones: [0, 3],
    choice: (valueOf) => ({ kind: 'bollinger', period: valueOf('period'), deviations: valueOf('deviations') }),
  },
  rsi: {
    ranges: { period: rsi.rsi_period },
    added: { period: 7 },
    tones: [0, 0],
    choice: (valueOf) => ({ kind: 'rsi', period: valueOf('period') }),
  },
  macd: {
    ranges: { fast: macd.fast, slow: macd.slow, signal: macd.signal },
    added: { fast: 5, slow: 35, signal: 5 },
    tones: [0, 0],
    choice: (valueOf) => ({
      kind: 'macd',
      fast: valueOf('fast'),
      // The slow period must exceed the fast period. A smaller slow period is replaced by the fast period plus one.
      slow: Math.max(valueOf('slow'), valueOf('fast') + 1),
      signal: valueOf('signal'),
    }),
  },
};

/** Returns whether a value is a number within its range. */
export const isWithinRange = ({ min, max, integer }: NumberRange, value: unknown): value is number =>
  typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value));

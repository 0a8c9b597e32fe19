import { STRATEGIES } from '@vigia/core/strategy-definitions';
import type { NumberRange } from '@vigia/core/vocabulary';
import type { IndicatorChoice, ShownIndicator } from '#shared/chart/indicators/choices.ts';

const rsi = STRATEGIES.rsi.numbers;
const macd = STRATEGIES.macd.numbers;
const bollinger = STRATEGIES.bollinger.numbers;
const moving_average = STRATEGIES.moving_average.numbers;

type Numbers = Readonly<Record<string, number>>;
/** Names of the numeric parameters of indicators. */
export type IndicatorNumber = 'period' | 'deviations' | 'fast' | 'slow' | 'signal';

type IndicatorKind = {
  /** Range of each parameter of the indicator. */
  readonly ranges: Readonly<Partial<Record<IndicatorNumber, NumberRange>>>;
  readonly choice: (valueOf: (name: IndicatorNumber) => number) => IndicatorChoice;
};

const average = (kind: 'ema' | 'sma', period: NumberRange): IndicatorKind => ({
  ranges: { period },
  choice: (valueOf) => ({ kind, period: valueOf('period') }),
});

/** The available indicators in list order. */
export const INDICATOR_SLOTS = ['ema_fast', 'ema_slow', 'sma', 'bollinger', 'rsi', 'macd'] as const;
export type IndicatorSlot = (typeof INDICATOR_SLOTS)[number];

export const INDICATORS: Readonly<Record<IndicatorSlot, IndicatorKind>> = {
  ema_fast: average('ema', moving_average.fast),
  ema_slow: average('ema', moving_average.slow),
  sma: average('sma', bollinger.period),
  bollinger: {
    ranges: { period: bollinger.period, deviations: bollinger.std_dev },
    choice: (valueOf) => ({ kind: 'bollinger', period: valueOf('period'), deviations: valueOf('deviations') }),
  },
  rsi: { ranges: { period: rsi.rsi_period }, choice: (valueOf) => ({ kind: 'rsi', period: valueOf('period') }) },
  macd: {
    ranges: { fast: macd.fast, slow: macd.slow, signal: macd.signal },
    choice: (valueOf) => ({
      kind: 'macd',
      fast: valueOf('fast'),
      // The slow period must exceed the fast period. A smaller slow period is replaced by the fast period plus one.
      slow: Math.max(valueOf('slow'), valueOf('fast') + 1),
      signal: valueOf('signal'),
    }),
  },
};

export type IndicatorSetting = { readonly isOn: boolean; readonly numbers: Numbers };
export type IndicatorSettings = Readonly<Record<IndicatorSlot, IndicatorSetting>>;

/** Returns whether a value is a number within its range. */
export const isWithin = ({ min, max, integer }: NumberRange, value: unknown): value is number =>
  typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value));

/** Parses stored settings. Missing or invalid values get their defaults. */
export function readIndicators(given: unknown): IndicatorSettings {
  const read = (slot: IndicatorSlot): IndicatorSetting => {
    const { isOn, numbers } = Object(Object(given)[slot]);
    const ranges = Object.entries(INDICATORS[slot].ranges);
    return {
      isOn: isOn === true,
      numbers: Object.fromEntries(
        ranges.map(([name, range]) => {
          const value: unknown = Object(numbers)[name];
          return [name, isWithin(range, value) ? value : range.default];
        }),
      ),
    };
  };
  return {
    ema_fast: read('ema_fast'),
    ema_slow: read('ema_slow'),
    sma: read('sma'),
    bollinger: read('bollinger'),
    rsi: read('rsi'),
    macd: read('macd'),
  };
}

/** Returns the enabled indicators in the format of the chart. */
export const shownIndicators = (settings: IndicatorSettings): ShownIndicator[] =>
  INDICATOR_SLOTS.filter((slot) => settings[slot].isOn).map((slot) => {
    const { numbers } = settings[slot];
    return {
      slot,
      choice: INDICATORS[slot].choice((name) => numbers[name] ?? INDICATORS[slot].ranges[name]?.default ?? 1),
    };
  });

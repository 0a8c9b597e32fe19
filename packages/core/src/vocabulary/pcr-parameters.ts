import { integerRange, LARGEST_AMOUNT, type NumbersOf, realRange, SMALLEST_AMOUNT } from './number-range.ts';
import type { DojiPolicy, EntryPoint, RunColor, Trigger } from './pcr.ts';
import type { Timeframe } from './timeframes.ts';

/** Ranges of the numbers of `patterns` (docs/spec/pcr.md §7). In addition, minLength must not exceed maxLength. */
export const PATTERN_RANGES = {
  minLength: integerRange(3, 2, 50),
  maxLength: integerRange(9, 2, 100),
  minStrong: integerRange(2, 0, 100),
  strongBodyRatio: realRange(0.6, 0, 1),
  strongBodyAtr: realRange(0.5, 0, 10),
  minRangeAtr: realRange(1.5, 0, 50),
  minEfficiency: realRange(0.5, 0, 1),
  breakRatio: realRange(0.5, 0, 5),
  requiredCriteria: integerRange(5, 1, 5),
} as const;

/**
 * Ranges of the numbers of `patterns.zone` (docs/spec/pcr.md §7). maxEntryAtr may also be null, which disables its
 * check.
 */
export const ZONE_RANGES = {
  minZoneAtr: realRange(0.1, 0.01, 5),
  optimoRatio: realRange(0.25, 0, 1),
  /** Largest age of a zone, counted in candles and not in time. */
  maxAgeCandles: integerRange(30, 1, 1_000),
  maxSignalsPerZone: integerRange(1, 1, 10),
  maxEntryAtr: realRange(1, 0, 20),
} as const;

/**
 * Ranges of the numbers of the filters (docs/spec/pcr.md §6); the bounds of `volatility` are percentages and may be
 * absent.
 */
export const FILTER_RANGES = {
  trend: { period: integerRange(200, 1, 1_000) },
  rsi: { period: integerRange(14, 1, 1_000), callMax: realRange(40, 0, 100), putMin: realRange(60, 0, 100) },
  volatility: { minAtrPct: realRange(0, 0, 100), maxAtrPct: realRange(100, 0, 100) },
  payout: { min: realRange(0.8, 0, 10) },
} as const;

/** Largest number of filters of one setup, because each filter costs time at every candle. */
export const MAX_FILTERS = 20;

export const TREND_SIDES = ['with', 'against'] as const;
export type TrendSide = (typeof TREND_SIDES)[number];

/** Ranges of the money amounts of a setup, in units of the account's currency. */
export const MONEY_RANGES = {
  fixedAmount: realRange(10, SMALLEST_AMOUNT, LARGEST_AMOUNT),
  lossLimit: realRange(100, SMALLEST_AMOUNT, LARGEST_AMOUNT),
  percent: realRange(1, 0.1, 10),
  multiplier: realRange(2, 1.1, 3),
  steps: integerRange(2, 1, 3),
} as const;

export const BET_TYPES = ['fixed', 'percent', 'martingale'] as const;
export type BetType = (typeof BET_TYPES)[number];

type MoneyNumbers<Key extends keyof typeof MONEY_RANGES> = NumbersOf<Pick<typeof MONEY_RANGES, Key>>;

/** Stake plan of a setup (docs/spec/pcr.md §8); amounts in units of the account's currency. */
export type MoneyManagement =
  | ({ readonly betType: 'fixed' } & MoneyNumbers<'fixedAmount'>)
  | ({ readonly betType: 'percent' } & MoneyNumbers<'percent'>)
  | ({ readonly betType: 'martingale' } & MoneyNumbers<'fixedAmount' | 'multiplier' | 'steps'>);

/** Range of `riskControl.maxDailyOperations`, which may also be "all". */
export const DAILY_OPERATIONS_RANGE = integerRange(1_000, 1, 1_000);

/** Values of `riskControl.resetTime`, in addition to a time of day "HH:MM" in the user's time zone. */
export const RESET_TIMES = ['daily', 'weekly'] as const;

/** Form of a time of day, 00:00 to 23:59. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Defaults of a setup that are not numbers with a range. */
export const PCR_DEFAULTS: {
  readonly timeframe: Timeframe;
  readonly dojiPolicy: DojiPolicy;
  readonly colors: readonly RunColor[];
  readonly entryPoints: readonly EntryPoint[];
  readonly trigger: Trigger;
  readonly trendSide: TrendSide;
} = {
  timeframe: '5m',
  dojiPolicy: 'break',
  colors: ['green', 'red'],
  entryPoints: ['zona_fina'],
  trigger: 'close',
  trendSide: 'with',
};

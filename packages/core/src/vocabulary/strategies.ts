import { LARGEST_AMOUNT, type NumberRange, real, SMALLEST_AMOUNT, whole } from './number-range.ts';

export const STRATEGY_TYPES = ['rsi', 'macd', 'bollinger', 'moving_average'] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

export const STRATEGY_STATUSES = ['active', 'paused', 'inactive'] as const;
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

export const MA_TYPES = ['ema', 'sma'] as const;
export type MaType = (typeof MA_TYPES)[number];

/**
 * Ranges of the parameters of every strategy type: the stake in units of the account's currency, and the minutes from
 * entry to expiration.
 */
const OF_EVERY_TYPE = {
  trade_amount: real(10, SMALLEST_AMOUNT, LARGEST_AMOUNT),
  duration: whole(5, 1, 1_440),
} as const;

/**
 * Ranges of the numbers of each strategy type (docs/spec/strategies.md §3). Besides, overbought must be above oversold,
 * and slow above fast. `moving_average` also has `ma_type`, ema by default.
 */
export const STRATEGY_RANGES = {
  rsi: { rsi_period: whole(14, 2, 500), oversold: real(30, 1, 99), overbought: real(70, 1, 99), ...OF_EVERY_TYPE },
  macd: { fast: whole(12, 2, 500), slow: whole(26, 3, 500), signal: whole(9, 1, 500), ...OF_EVERY_TYPE },
  bollinger: {
    period: whole(20, 2, 500),
    std_dev: real(2, 0.1, 10),
    squeeze_threshold: real(0.1, 0, 100),
    ...OF_EVERY_TYPE,
  },
  moving_average: { fast: whole(10, 1, 500), slow: whole(30, 2, 500), ...OF_EVERY_TYPE },
} as const satisfies Record<StrategyType, Readonly<Record<string, NumberRange>>>;

/** The name of a number of some strategy type. */
export type StrategyNumber = { [Type in StrategyType]: keyof (typeof STRATEGY_RANGES)[Type] }[StrategyType];

/** Sources of automatic signals and trades. */
export const AUTOMATION_KINDS = ['pcr', 'strategy'] as const;
export type AutomationKind = (typeof AUTOMATION_KINDS)[number];

/** Number of rejected candidates kept for the list '¿Por qué no opera?' (why does it not trade). */
export const REJECTIONS_KEPT = 50;

import { DAILY_OPERATIONS_RANGE, MONEY_RANGES } from '#vocabulary/index.ts';

/** Ranges of a strategy's own limits. They apply from midnight to midnight in the time zone of its user's limits. */
export const LIMIT_RANGES = {
  daily_operations: DAILY_OPERATIONS_RANGE,
  daily_loss: MONEY_RANGES.lossLimit,
  daily_profit: MONEY_RANGES.lossLimit,
} as const;

/** A strategy's own limits. A limit is null if it is not set. Amounts are in units of its account's currency. */
export type OwnLimits = {
  /** Largest number of automatic trades per day. */
  readonly daily_operations: number | null;
  /** Largest loss per day. */
  readonly daily_loss: number | null;
  /** Profit per day after which the strategy places no more trades. */
  readonly daily_profit: number | null;
  /**
   * Whether trading continues after midnight once a limit is reached. If false, the strategy does not trade until the
   * user switches it on.
   */
  readonly auto_reset: boolean;
};

/** Limits that refuse nothing. */
export const NO_OWN_LIMITS: OwnLimits = {
  daily_operations: null,
  daily_loss: null,
  daily_profit: null,
  auto_reset: true,
};

/** Returns true if the limits refuse no order. */
export const limitsNothing = ({ daily_operations, daily_loss, daily_profit }: OwnLimits): boolean =>
  daily_operations === null && daily_loss === null && daily_profit === null;

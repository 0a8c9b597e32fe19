import { LIMIT_RANGES, type OwnLimits } from '@vigia/core/strategy-definitions';
import { z } from 'zod';
import { numberOrNull } from './number-range.ts';

const WrittenLimits = z.strictObject({
  /** Largest number of automatic trades per day; null for no limit. */
  daily_operations: numberOrNull(LIMIT_RANGES.daily_operations, null),
  /** Largest loss per day in units of the account's currency; null for no limit. */
  daily_loss: numberOrNull(LIMIT_RANGES.daily_loss, null),
  /** Profit per day after which the strategy places no more trades; null for no limit. */
  daily_profit: numberOrNull(LIMIT_RANGES.daily_profit, null),
  /**
   * Whether trading continues after midnight once a limit is reached. If false, the strategy does not trade until the
   * user switches it on.
   */
  auto_reset: z.boolean().default(true),
});

/** A strategy's own limits, in addition to those of its user. Every field is optional. */
export const OwnLimitsBody: z.ZodType<OwnLimits, OwnLimits | z.input<typeof WrittenLimits>> = WrittenLimits;

/** A strategy's own limits in a response, where every field is present. */
export const OwnLimitsView = OwnLimitsBody as z.ZodType<OwnLimits, OwnLimits>;

import type { Currency } from '@vigia/core/money';
import type { BrokerAsset, StakeLimits } from '#port/index.ts';

/** Returns the stake limits for accounts in this currency. Limits for another currency do not apply to them. */
export const stakeLimitsIn = (
  { stakeLimits }: Pick<BrokerAsset, 'stakeLimits'>,
  currency: Currency,
): Omit<StakeLimits, 'currency'> =>
  stakeLimits.find((limits) => limits.currency === currency) ?? { minStakeMinor: null, maxStakeMinor: null };

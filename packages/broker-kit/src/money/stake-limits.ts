import type { Currency } from '@vigia/core/money';
import type { BrokerAsset, StakeLimits } from '#port/index.ts';

/** The limits for accounts in this currency. Those of another currency say nothing about it. */
export const stakeLimitsIn = (
  { stakeLimits }: Pick<BrokerAsset, 'stakeLimits'>,
  currency: Currency,
): Omit<StakeLimits, 'currency'> =>
  stakeLimits.find((limits) => limits.currency === currency) ?? { minStakeMinor: null, maxStakeMinor: null };

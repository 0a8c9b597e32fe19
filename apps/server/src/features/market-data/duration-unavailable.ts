import { formatLength, type TradeLength } from '@vigia/core/trades';

/**
 * Returns the refusal of a duration that the asset does not offer. A duration in minutes is also stated as a number,
 * for clients that know only minutes.
 */
export const durationUnavailable = (symbol: string, length: TradeLength) => ({
  code: 'duration_unavailable' as const,
  values: {
    symbol,
    length: formatLength(length),
    ...(length.unit === 'minutes' ? { minutes: Number(length.minutes) } : {}),
  },
});

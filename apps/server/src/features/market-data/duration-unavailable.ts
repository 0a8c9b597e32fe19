import { formatLength, type TradeLength } from '@vigia/core/trades';

/**
 * Returns the refusal of a length that the asset does not have where it would be traded. Lengths in minutes are also
 * named as a number, as clients read it that know no others.
 */
export const durationUnavailable = (symbol: string, length: TradeLength) => ({
  code: 'duration_unavailable' as const,
  values: {
    symbol,
    length: formatLength(length),
    ...(length.unit === 'minutes' ? { minutes: Number(length.minutes) } : {}),
  },
});

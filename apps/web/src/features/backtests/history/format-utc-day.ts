import { formatDate } from '#shared/lib/format.ts';

/** Returns the UTC day of a time as `2 jul 2019`. Candles count days in UTC. */
export const formatUtcDay = (instant: string): string => formatDate(instant.slice(0, 10));

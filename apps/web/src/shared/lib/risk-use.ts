import { queryOptions } from '@tanstack/react-query';
import { RiskUse } from '@vigia/contract';
import { apiQuery } from './api-query.ts';

/**
 * Query of the losses that the daily and weekly limits of the chosen account still allow, and of the time at which the
 * next day and week start.
 */
export const riskUseQuery = queryOptions({
  ...apiQuery('/api/v1/trading/risk', RiskUse),
  // Every trade changes these amounts, so cached data is always stale.
  staleTime: 0,
});

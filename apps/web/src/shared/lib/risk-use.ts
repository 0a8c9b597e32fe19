import { queryOptions } from '@tanstack/react-query';
import { RiskUse } from '@vigia/contract';
import { apiQuery } from './api-query.ts';

/**
 * Query of the remaining daily and weekly loss allowance of the chosen account. It includes the start of the next
 * periods.
 */
export const riskUseQuery = queryOptions({
  ...apiQuery('/api/v1/trading/risk', RiskUse),
  // Every trade changes the allowance, so cached data is always stale.
  staleTime: 0,
});

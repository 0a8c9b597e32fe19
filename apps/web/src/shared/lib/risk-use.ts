import { queryOptions } from '@tanstack/react-query';
import { RiskUse } from '@vigia/contract';
import { apiQuery } from './api-query.ts';

/** Query of the remaining daily and weekly allowance of the chosen account, and when each period restarts. */
export const riskUseQuery = queryOptions({
  ...apiQuery('/api/v1/trading/risk', RiskUse),
  // Every trade changes the allowance, so the data are always stale.
  staleTime: 0,
});

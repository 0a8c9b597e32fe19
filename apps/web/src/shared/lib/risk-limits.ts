import { queryOptions } from '@tanstack/react-query';
import { type RiskLimitsChange, RiskLimitsView, RiskUse } from '@vigia/contract';
import type { ApiClient } from './api-client.ts';
import { apiQuery } from './api-query.ts';

const PATH = { limits: '/api/v1/account/limits', use: '/api/v1/trading/risk' } as const;

/** The current limits, and pending increases. */
export const limitsQuery = apiQuery(PATH.limits, RiskLimitsView);

/** The remaining daily and weekly allowance, and when each period restarts. */
export const riskUseQuery = queryOptions({
  ...apiQuery(PATH.use, RiskUse),
  // Every trade changes it.
  staleTime: 0,
});

/** Returns the current limits and the pending ones. @throws ApiFailure */
export const saveLimits = (api: ApiClient, change: RiskLimitsChange): Promise<RiskLimitsView> =>
  api.put(PATH.limits, { schema: RiskLimitsView, body: change });

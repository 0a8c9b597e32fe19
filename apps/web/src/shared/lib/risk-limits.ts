import { queryOptions } from '@tanstack/react-query';
import { type RiskLimitsChange, RiskLimitsView, RiskUse } from '@vigia/contract';
import type { ApiClient } from './api-client.ts';
import { apiOf } from './services.ts';

const PATH = { limits: '/api/v1/account/limits', use: '/api/v1/trading/risk' } as const;

/** The current limits, and pending increases. */
export const limitsQuery = queryOptions({
  queryKey: [PATH.limits],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH.limits, { schema: RiskLimitsView, signal }),
});

/** The remaining daily and weekly allowance, and when each period restarts. */
export const riskUseQuery = queryOptions({
  queryKey: [PATH.use],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH.use, { schema: RiskUse, signal }),
  // Every trade changes it.
  staleTime: 0,
});

/** Returns the current limits and the pending ones. @throws ApiFailure */
export const saveLimits = (api: ApiClient, change: RiskLimitsChange): Promise<RiskLimitsView> =>
  api.put(PATH.limits, { schema: RiskLimitsView, body: change });

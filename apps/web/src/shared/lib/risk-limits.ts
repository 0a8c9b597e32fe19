import { queryOptions } from '@tanstack/react-query';
import { type RiskLimitsChange, RiskLimitsView, RiskUse } from '@vigia/contract';
import { api } from './api.ts';

const PATH = { limits: '/api/v1/account/limits', use: '/api/v1/trading/risk' } as const;

/** The limits in force, and what was loosened and waits. */
export const limitsQuery = queryOptions({
  queryKey: [PATH.limits],
  queryFn: ({ signal }) => api.get(PATH.limits, { schema: RiskLimitsView, signal }),
});

/** How much of the day and the week the limits leave, and when they begin anew. */
export const riskUseQuery = queryOptions({
  queryKey: [PATH.use],
  queryFn: ({ signal }) => api.get(PATH.use, { schema: RiskUse, signal }),
  // Every trade changes it.
  staleTime: 0,
});

/** Answers what counts now and what waits. @throws ApiFailure */
export const saveLimits = (change: RiskLimitsChange): Promise<RiskLimitsView> =>
  api.put(PATH.limits, { schema: RiskLimitsView, body: change });

import { queryOptions } from '@tanstack/react-query';
import { type StrategyInput, StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const PATH = '/api/v1/strategies';

export const strategiesQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api.get(PATH, { schema: z.array(StrategyView), signal }),
});

/** @throws ApiFailure */
export const createStrategy = (body: StrategyInput): Promise<StrategyView> =>
  api.post(PATH, { schema: StrategyView, body });

/** The whole strategy anew. @throws ApiFailure */
export const replaceStrategy = (id: string, body: StrategyInput): Promise<StrategyView> =>
  api.put(`${PATH}/${id}`, { schema: StrategyView, body });

/** @throws ApiFailure */
export const setStrategyStatus = (id: string, status: StrategyStatus): Promise<StrategyView> =>
  api.post(`${PATH}/${id}/status`, { schema: StrategyView, body: { status } });

/** @throws ApiFailure */
export const removeStrategy = (id: string): Promise<unknown> => api.delete(`${PATH}/${id}`, { schema: z.unknown() });

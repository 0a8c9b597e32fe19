import { RejectionView, type StrategyInput, StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { STRATEGIES_PATH } from './queries.ts';

// The first screen needs none of these calls. They are apart from queries.ts, so that it does not load their schemas.
/** Query of the last rejected signals and orders of a strategy, newest first. */
export const rejectionsQuery = (id: string) =>
  apiQuery(`${STRATEGIES_PATH}/${id}/rejections`, z.array(RejectionView), { key: [STRATEGIES_PATH, id, 'rejections'] });

/**
 * Creates a strategy.
 * @throws ApiFailure
 */
export const createStrategy = (api: ApiClient, body: StrategyInput): Promise<StrategyView> =>
  api.post(STRATEGIES_PATH, { schema: StrategyView, body });

/** Replaces the whole strategy. @throws ApiFailure */
export const replaceStrategy = (api: ApiClient, id: string, body: StrategyInput): Promise<StrategyView> =>
  api.put(`${STRATEGIES_PATH}/${id}`, { schema: StrategyView, body });

/**
 * Changes the status of a strategy.
 * @throws ApiFailure
 */
export const setStrategyStatus = (api: ApiClient, id: string, status: StrategyStatus): Promise<StrategyView> =>
  api.post(`${STRATEGIES_PATH}/${id}/status`, { schema: StrategyView, body: { status } });

/**
 * Deletes a strategy.
 * @throws ApiFailure
 */
export const removeStrategy = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(`${STRATEGIES_PATH}/${id}`, { schema: z.unknown() });

import { RejectionView, type StrategyInput, StrategySignalView, StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/strategies';

export const strategiesQuery = apiQuery(PATH, z.array(StrategyView));

/** Query of the newest signals of a strategy, newest first. */
export const signalsQuery = (id: string) =>
  apiQuery(`${PATH}/${id}/signals`, z.array(StrategySignalView), { key: [PATH, id, 'signals'] });

/** Query of the newest signals of all strategies, newest first. */
export const allSignalsQuery = apiQuery(`${PATH}/signals`, z.array(StrategySignalView));

/** Query of the last rejected signals and orders of a strategy, newest first. */
export const rejectionsQuery = (id: string) =>
  apiQuery(`${PATH}/${id}/rejections`, z.array(RejectionView), { key: [PATH, id, 'rejections'] });

/**
 * Creates a strategy.
 * @throws ApiFailure
 */
export const createStrategy = (api: ApiClient, body: StrategyInput): Promise<StrategyView> =>
  api.post(PATH, { schema: StrategyView, body });

/** Replaces the whole strategy. @throws ApiFailure */
export const replaceStrategy = (api: ApiClient, id: string, body: StrategyInput): Promise<StrategyView> =>
  api.put(`${PATH}/${id}`, { schema: StrategyView, body });

/**
 * Changes the status of a strategy.
 * @throws ApiFailure
 */
export const setStrategyStatus = (api: ApiClient, id: string, status: StrategyStatus): Promise<StrategyView> =>
  api.post(`${PATH}/${id}/status`, { schema: StrategyView, body: { status } });

/**
 * Deletes a strategy.
 * @throws ApiFailure
 */
export const removeStrategy = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(`${PATH}/${id}`, { schema: z.unknown() });

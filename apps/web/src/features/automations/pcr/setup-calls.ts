import { PcrDashboard, PcrDebug, PcrSetupView, RejectionView } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import type { SetupDraft } from './model/draft.ts';

// The first screen needs none of these calls. They are apart from queries.ts, so that it does not load their schemas.
export const SETUP_PATH = '/api/pcr/setup';
const DASHBOARD_PATH = '/api/pcr/dashboard';
const DEBUG_PATH = '/api/pcr/debug';

export const metricsQuery = apiQuery(DASHBOARD_PATH, PcrDashboard);

/** Query of the last rejected opportunities of a setup, newest first. */
export const rejectionsQuery = (setupId: string) =>
  apiQuery(`${SETUP_PATH}/${setupId}/rejections`, z.array(RejectionView), { key: [SETUP_PATH, setupId, 'rejections'] });

/**
 * Fetches the internal state of the engine for a setup.
 * @throws ApiFailure
 */
export const fetchDebug = (
  api: ApiClient,
  setupId: string,
  after: number,
  signal: AbortSignal,
): Promise<z.infer<typeof PcrDebug>> =>
  api.get(DEBUG_PATH, { schema: PcrDebug, query: { setup: setupId, after }, signal });

/**
 * Creates a setup.
 * @throws ApiFailure
 */
export const createSetup = (api: ApiClient, draft: SetupDraft): Promise<PcrSetupView> =>
  api.post(SETUP_PATH, { schema: PcrSetupView, body: draft });

/** Replaces the whole setup. @throws ApiFailure */
export const replaceSetup = (api: ApiClient, id: string, draft: SetupDraft): Promise<PcrSetupView> =>
  api.put(`${SETUP_PATH}/${id}`, { schema: PcrSetupView, body: draft });

/**
 * Activates a setup. Its other fields stay the same.
 * @throws ApiFailure
 */
export const activateSetup = (api: ApiClient, id: string): Promise<PcrSetupView> =>
  api.put(`${SETUP_PATH}/${id}`, { schema: PcrSetupView, body: { is_active: true } });

/**
 * Creates a setup with the same rules and another name. The new setup is inactive and does not trade.
 * @throws ApiFailure
 */
export const cloneSetup = (api: ApiClient, id: string, name: string): Promise<PcrSetupView> =>
  api.post(`${SETUP_PATH}/${id}/clone`, { schema: PcrSetupView, body: { name } });

/**
 * Deactivates a setup. With `archive`, the setup is also removed from every list.
 * @throws ApiFailure
 */
export const stopSetup = (api: ApiClient, id: string, archive: boolean): Promise<unknown> =>
  api.post(`${SETUP_PATH}/${id}/stop`, { schema: z.unknown(), body: archive ? { archive: true } : {} });

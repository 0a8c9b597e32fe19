import { Automation } from '@vigia/contract';
import type { ApiClient } from './api-client.ts';
import { apiQuery } from './api-query.ts';

const PATH = {
  state: '/api/v1/trading/automation',
  stop: '/api/v1/trading/stop-all',
  resume: '/api/v1/trading/resume-all',
  goOn: '/api/v1/trading/reality-check',
} as const;

/**
 * Query of the automation: whether it runs, whether all of it is stopped, and the reality check of the current period.
 */
export const automationQuery = apiQuery(PATH.state, Automation);

/**
 * Returns a function that posts to a path; each call returns the resulting state.
 * @throws ApiFailure
 */
const post =
  (path: string) =>
  (api: ApiClient): Promise<Automation> =>
    api.post(path, { schema: Automation });

/** Stops all automatic trading at once. */
export const stopAll = post(PATH.stop);
export const resumeAll = post(PATH.resume);
/** Confirms that the user has seen the result and continues, so that a new period begins. */
export const confirmRealityCheck = post(PATH.goOn);

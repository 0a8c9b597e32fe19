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
 * Query of the automation state. It contains whether automation is on, whether all strategies are stopped, and the
 * reality check of the current trading period.
 */
export const automationQuery = apiQuery(PATH.state, Automation);

/**
 * Returns a function that posts to a path and returns the new automation state.
 * @throws ApiFailure
 */
const post =
  (path: string) =>
  (api: ApiClient): Promise<Automation> =>
    api.post(path, { schema: Automation });

/** Stops all automatic trading at once. */
export const stopAll = post(PATH.stop);
export const resumeAll = post(PATH.resume);
/** Confirms that the user has seen the reality check and continues. A new trading period starts. */
export const confirmRealityCheck = post(PATH.goOn);

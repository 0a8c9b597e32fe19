import { queryOptions } from '@tanstack/react-query';
import { Automation } from '@vigia/contract';
import { api } from './api.ts';

const PATH = {
  state: '/api/v1/trading/automation',
  stop: '/api/v1/trading/stop-all',
  resume: '/api/v1/trading/resume-all',
  goOn: '/api/v1/trading/reality-check',
} as const;

/** Whether anything trades by itself, whether all of it is stopped, and the reality check of the stretch that runs. */
export const automationQuery = queryOptions({
  queryKey: [PATH.state],
  queryFn: ({ signal }) => api.get(PATH.state, { schema: Automation, signal }),
});

/** Each answers the state it made. @throws ApiFailure */
const post = (path: string) => (): Promise<Automation> => api.post(path, { schema: Automation });

/** Stops everything that trades by itself, at once. */
export const stopAll = post(PATH.stop);
export const resumeAll = post(PATH.resume);
/** The person has looked at his result and goes on: a new stretch begins. */
export const confirmRealityCheck = post(PATH.goOn);

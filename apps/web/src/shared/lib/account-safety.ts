import { queryOptions } from '@tanstack/react-query';
import { AccountSafety } from '@vigia/contract';
import { apiOf } from './services.ts';

const PATH = '/api/v1/account/safety';

/** The user's declarations, a self-exclusion, and the obstacles to real money in this session. */
export const safetyQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ client, signal }) => apiOf(client).get(PATH, { schema: AccountSafety, signal }),
});

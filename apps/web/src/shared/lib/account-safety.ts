import { queryOptions } from '@tanstack/react-query';
import { AccountSafety } from '@vigia/contract';
import { api } from './api.ts';

const PATH = '/api/v1/account/safety';

/** What was declared, a self-exclusion, and what stands between this session and real money. */
export const safetyQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api.get(PATH, { schema: AccountSafety, signal }),
});

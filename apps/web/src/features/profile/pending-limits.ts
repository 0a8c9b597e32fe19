import { queryOptions } from '@tanstack/react-query';
import { PendingLimits } from '@vigia/contract';
import { api } from '#shared/lib/api.ts';

/** Raised limits that do not count yet. */
export const pendingLimitsQuery = queryOptions({
  queryKey: ['account', 'pending-limits'],
  queryFn: ({ signal }) => api.get('/api/v1/account/pending-limits', { schema: PendingLimits, signal }),
});

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { securityLogQuery } from './activity/queries.ts';

/**
 * Returns a function that refetches the changed data and the activity log. Call it after a change of the user account,
 * because the log records the change.
 */
export function useAccountChanged(): (...changed: readonly QueryKey[]) => Promise<void> {
  const queries = useQueryClient();
  return async (...changed) => {
    void queries.invalidateQueries({ queryKey: securityLogQuery.queryKey });
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

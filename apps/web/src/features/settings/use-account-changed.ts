import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { securityLogQuery } from './activity/queries.ts';

/** To be called once something of the account has changed: reads that anew, and the log, which tells of the change. */
export function useAccountChanged(): (...changed: readonly QueryKey[]) => Promise<void> {
  const queries = useQueryClient();
  return async (...changed) => {
    void queries.invalidateQueries({ queryKey: securityLogQuery.queryKey });
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

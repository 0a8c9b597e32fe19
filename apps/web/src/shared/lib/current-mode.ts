import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type AccountView, CurrentMode } from '@vigia/contract';
import { api } from './api.ts';

const currentModeQuery = queryOptions({
  queryKey: ['trading', 'mode'],
  queryFn: ({ signal }) => api.get('/api/v1/trading/mode/current', { schema: CurrentMode, signal }),
});

/** The mode in force and its account with the balance; kept fresh by the stream. */
export const useCurrentMode = () => useQuery(currentModeQuery);

/** Puts a balance that came by the stream where the screen reads it. */
export function takeAccount(queries: QueryClient, account: AccountView): void {
  queries.setQueryData(currentModeQuery.queryKey, (mode) =>
    mode && mode.account.id === account.id ? { ...mode, account } : mode,
  );
}

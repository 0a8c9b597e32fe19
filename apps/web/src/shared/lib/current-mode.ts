import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { AccountView, CurrentMode, type MockReset, type ModeSwitch } from '@vigia/contract';
import { api } from './api.ts';
import { stream } from './stream.ts';

const PATH = {
  current: '/api/v1/trading/mode/current',
  switch: '/api/v1/trading/mode/switch',
  resetMock: '/api/v1/trading/mock/reset',
} as const;

const currentModeQuery = queryOptions({
  queryKey: ['trading', 'mode'],
  queryFn: async ({ signal }) => {
    const mode = await api.get(PATH.current, { schema: CurrentMode, signal });
    stream.hearTime(mode.server_time);
    return mode;
  },
});

/** The mode in force and its account with the balance; kept fresh by the stream. */
export const useCurrentMode = () => useQuery(currentModeQuery);

/** Puts a balance that came by the stream where the screen reads it. */
export function takeAccount(queries: QueryClient, account: AccountView): void {
  queries.setQueryData(currentModeQuery.queryKey, (mode) =>
    mode && mode.account.id === account.id ? { ...mode, account } : mode,
  );
}

/** Has the balance read anew where the event that tells of it may have been missed. */
export const refreshBalance = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: currentModeQuery.queryKey });

/** Sends orders elsewhere from now on; every list on the screen is read anew. @throws ApiFailure */
export async function switchMode(queries: QueryClient, wanted: ModeSwitch): Promise<void> {
  const current = await api.post(PATH.switch, { schema: CurrentMode, body: wanted });
  queries.setQueryData(currentModeQuery.queryKey, current);
  void queries.invalidateQueries();
}

/** Gives the paper account another free balance; its open trades go on. @throws ApiFailure */
export async function resetMockBalance(queries: QueryClient, wanted: MockReset): Promise<void> {
  takeAccount(queries, await api.post(PATH.resetMock, { schema: AccountView, body: wanted }));
}

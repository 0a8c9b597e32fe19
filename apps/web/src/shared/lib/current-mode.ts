import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { AccountView, CurrentMode, type MockReset, type ModeSwitch } from '@vigia/contract';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { apiOf, servicesOf } from './services.ts';

const PATH = {
  current: '/api/v1/trading/mode/current',
  switch: '/api/v1/trading/mode/switch',
  resetMock: '/api/v1/trading/mock/reset',
} as const;

const currentModeQuery = queryOptions({
  queryKey: ['trading', 'mode'],
  queryFn: async ({ client, signal }) => {
    const mode = await apiOf(client).get(PATH.current, { schema: CurrentMode, signal });
    servicesOf(client).stream.setTimeHint(mode.server_time);
    return mode;
  },
});

/** The current mode and its account with the balance; the stream keeps it up to date. */
export const useCurrentMode = () => useQuery(currentModeQuery);

/** The currency of the account that orders go to; that of the paper account until it is known. */
export const useCurrency = (): Currency => useCurrentMode().data?.account.currency ?? PAPER_CURRENCY;

/** The same outside of components, as far as it is known. */
export const knownCurrency = (queries: QueryClient): Currency =>
  queries.getQueryData(currentModeQuery.queryKey)?.account.currency ?? PAPER_CURRENCY;

/** Stores a balance from the stream in the query cache. */
export function storeAccount(queries: QueryClient, account: AccountView): void {
  queries.setQueryData(currentModeQuery.queryKey, (mode) =>
    mode && mode.account.id === account.id ? { ...mode, account } : mode,
  );
}

/** Reads the balance again after events may have been missed. */
export const refreshBalance = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: currentModeQuery.queryKey });

/** Switches the mode for new orders, then reads every list again. @throws ApiFailure */
export async function switchMode(queries: QueryClient, wanted: ModeSwitch): Promise<void> {
  const current = await apiOf(queries).post(PATH.switch, { schema: CurrentMode, body: wanted });
  queries.setQueryData(currentModeQuery.queryKey, current);
  void queries.invalidateQueries();
}

/** Sets a new free balance of the paper account; its open trades continue. @throws ApiFailure */
export async function resetMockBalance(queries: QueryClient, wanted: MockReset): Promise<void> {
  storeAccount(queries, await apiOf(queries).post(PATH.resetMock, { schema: AccountView, body: wanted }));
}

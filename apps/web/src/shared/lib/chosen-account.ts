import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { AccountView, CurrentMode, type MockReset } from '@vigia/contract';
import { type AccountRef, type Currency, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { apiOf, servicesOf } from './services.ts';

const PATH = {
  current: '/api/v1/trading/mode/current',
  switch: '/api/v1/trading/mode/switch',
  resetMock: '/api/v1/trading/mock/reset',
} as const;

const choiceQuery = queryOptions({
  queryKey: ['trading', 'mode'],
  queryFn: async ({ client, signal }) => {
    const current = await apiOf(client).get(PATH.current, { schema: CurrentMode, signal });
    servicesOf(client).stream.setTimeHint(current.server_time);
    return current;
  },
});

/** Returns the chosen account, to which orders go. The stream keeps its balance up to date. */
export const useChosenAccount = () => useQuery({ ...choiceQuery, select: ({ chosen }) => chosen });

/** Returns the paper account; null while it is not known, because an account with a mode of its own is chosen. */
export const usePaperAccount = () =>
  useQuery({ ...choiceQuery, select: ({ account }) => (account.kind === 'mock' ? account : null) });

/** The currency of the chosen account; the currency of the paper account while no account is known. */
export const useCurrency = (): Currency => useChosenAccount().data?.currency ?? PAPER_CURRENCY;

/**
 * Returns the currency of the chosen account, for code outside components; the currency of the paper account while the
 * query cache has no account.
 */
export const knownCurrency = (queries: QueryClient): Currency =>
  queries.getQueryData(choiceQuery.queryKey)?.chosen.currency ?? PAPER_CURRENCY;

/** Replaces the account in the query cache if the cache contains it. */
export function storeAccount(queries: QueryClient, account: AccountView): void {
  const renewed = (known: AccountView) => (known.id === account.id ? account : known);
  queries.setQueryData(
    choiceQuery.queryKey,
    (choice) => choice && { ...choice, account: renewed(choice.account), chosen: renewed(choice.chosen) },
  );
}

/** Reads the chosen account and its balance again. The caller calls it after it may have missed events. */
export const refreshChoice = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: choiceQuery.queryKey });

/**
 * Chooses the account of new orders, then reads every list again.
 * @param confirm the typed phrase for real money
 * @throws ApiFailure
 */
export async function chooseAccount(queries: QueryClient, { broker, kind }: AccountRef, confirm?: string) {
  const api = apiOf(queries);
  if (kind === 'mock') await api.post(PATH.switch, { schema: CurrentMode, body: { mode: 'mock' } });
  else {
    const body = { account_type: kind, ...(confirm !== undefined && { confirm }) };
    await api.post(`/api/v1/multi-broker/account/${broker}`, { schema: z.unknown(), body });
  }
  await refreshChoice(queries);
  void queries.invalidateQueries();
}

/**
 * Sets a new free balance of the paper account. Its open trades continue.
 * @throws ApiFailure
 */
export async function resetMockBalance(queries: QueryClient, wanted: MockReset): Promise<void> {
  storeAccount(queries, await apiOf(queries).post(PATH.resetMock, { schema: AccountView, body: wanted }));
}

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { AccountView, CurrentMode, type MockReset } from '@vigia/contract';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { TradingAccountRef } from './account-name.ts';
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

/** Returns the query of the chosen account, to which new orders go. The stream keeps its balance up to date. */
export const useChosenAccount = () => useQuery({ ...choiceQuery, select: ({ chosen }) => chosen });

/** Returns the query of the paper account. Its data is null while another account is chosen. */
export const usePaperAccount = () =>
  useQuery({ ...choiceQuery, select: ({ account }) => (account.kind === 'mock' ? account : null) });

/** Returns the currency of the chosen account, or of the paper account while no account is known. */
export const useCurrency = (): Currency => useChosenAccount().data?.currency ?? PAPER_CURRENCY;

/**
 * Returns the currency of the chosen account, for code outside components. If the query cache has no account, returns
 * the currency of the paper account.
 */
export const knownCurrency = (queries: QueryClient): Currency =>
  queries.getQueryData(choiceQuery.queryKey)?.chosen.currency ?? PAPER_CURRENCY;

/** Replaces an account in the query cache, if it is the account that the cache contains. */
export function storeAccount(queries: QueryClient, account: AccountView): void {
  const renewed = (known: AccountView) => (known.id === account.id ? account : known);
  queries.setQueryData(
    choiceQuery.queryKey,
    (choice) => choice && { ...choice, account: renewed(choice.account), chosen: renewed(choice.chosen) },
  );
}

/** Refetches the chosen account and its balance, after events may have been missed. */
export const refreshChoice = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: choiceQuery.queryKey });

/**
 * Chooses the account for new orders, then refetches every list.
 * @param confirm the confirmation phrase that the user typed for real money
 * @throws ApiFailure
 */
export async function chooseAccount(
  queries: QueryClient,
  { broker, kind, accountId }: TradingAccountRef,
  confirm?: string,
) {
  const api = apiOf(queries);
  if (kind === 'mock') await api.post(PATH.switch, { schema: CurrentMode, body: { mode: 'mock' } });
  else {
    const body = { account_type: kind, account_id: accountId, confirm };
    await api.post(`/api/v1/multi-broker/account/${broker}`, { schema: z.unknown(), body });
  }
  await refreshChoice(queries);
  void queries.invalidateQueries();
}

/**
 * Resets the balance of the paper account to a given amount. Its open trades continue.
 * @throws ApiFailure
 */
export async function resetMockBalance(queries: QueryClient, wanted: MockReset): Promise<void> {
  storeAccount(queries, await apiOf(queries).post(PATH.resetMock, { schema: AccountView, body: wanted }));
}

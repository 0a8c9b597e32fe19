import { useQuery } from '@tanstack/react-query';
import { AutomationAccounts } from '@vigia/contract';
import { type AccountRef, type Currency, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { automationAccount, practiceAccount } from './practice-account.ts';

const PATH = '/api/v1/trading/automation/accounts';

/**
 * Query of the accounts on which a setup or strategy may trade. The response names the account that a new one gets by
 * default.
 */
export const automationAccountsQuery = apiQuery(PATH, AutomationAccounts);

/** The account of a setup or strategy, with the values that the editors use. */
export type AutomationMoney = {
  readonly account: AccountRef;
  readonly currency: Currency;
  /** Available balance of the account. Null while unknown. */
  readonly balance: number | null;
};

/**
 * Returns the account of a setup or strategy. While the account is unknown, the currency is that of the paper account,
 * as on the server.
 * @param owned the setup or strategy; null for a new one
 */
export function useAutomationMoney(
  owned: (Parameters<typeof automationAccount>[0] & { readonly currency: Currency }) | null,
): AutomationMoney {
  const { data } = useQuery(automationAccountsQuery);
  const account = owned ? automationAccount(owned) : practiceAccount(data?.first ?? PAPER_ACCOUNT.broker);
  // The response lists accounts with play money only.
  const known = data?.accounts.find((each) => each.broker === account.broker && account.kind !== 'real');
  return { account, currency: known?.currency ?? owned?.currency ?? PAPER_CURRENCY, balance: known?.balance ?? null };
}

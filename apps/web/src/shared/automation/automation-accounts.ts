import { useQuery } from '@tanstack/react-query';
import { AutomationAccounts } from '@vigia/contract';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/trading/automation/accounts';

/** Query of the accounts on which a setup or strategy may trade, and of the account that a new one gets. */
export const automationAccountsQuery = apiQuery(PATH, AutomationAccounts);

/** The account of a setup or strategy, as far as the editors need it. */
export type AutomationMoney = {
  /** Broker whose demo account this is; `mock` is the paper account. */
  readonly broker: string;
  readonly currency: Currency;
  /** Free money of the account; null while unknown. */
  readonly balance: number | null;
};

/**
 * Returns the account of a setup or strategy. While it is unknown, its currency is that of the paper account, as on the
 * server.
 * @param owned the setup or strategy; null for a new one
 */
export function useAutomationMoney(
  owned: { readonly account_broker: string; readonly currency: Currency } | null,
): AutomationMoney {
  const { data } = useQuery(automationAccountsQuery);
  const broker = owned?.account_broker ?? data?.first ?? 'mock';
  const known = data?.accounts.find((each) => each.broker === broker);
  return { broker, currency: known?.currency ?? owned?.currency ?? PAPER_CURRENCY, balance: known?.balance ?? null };
}

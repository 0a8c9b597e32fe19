import { AccountSafety } from '@vigia/contract';
import type { Currency, Venue } from '@vigia/core/vocabulary';
import { apiQuery } from './api-query.ts';

const PATH = '/api/v1/account/safety';

/** The real-money account whose conditions are requested. */
export type RealAccount = { readonly broker: Venue; readonly currency: Currency };

/**
 * Returns the query of the user's declarations, of a self-exclusion, and of the reasons why this session may not trade
 * real money.
 * @param account the account; null for the conditions that apply to every account
 */
export const safetyQuery = (account: RealAccount | null = null) =>
  apiQuery(
    PATH,
    AccountSafety,
    account === null ? {} : { query: { ...account }, key: [PATH, account.broker, account.currency] },
  );

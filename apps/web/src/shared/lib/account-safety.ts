import { AccountSafety } from '@vigia/contract';
import type { Currency, Venue } from '@vigia/core/vocabulary';
import { apiQuery } from './api-query.ts';

const PATH = '/api/v1/account/safety';

/** The real account whose conditions are queried. */
export type RealAccount = { readonly broker: Venue; readonly currency: Currency };

/**
 * Query of the user's declarations, a self-exclusion, and the obstacles to real money in this session.
 * @param account the account; null for only what applies to every account
 */
export const safetyQuery = (account: RealAccount | null = null) =>
  apiQuery(
    PATH,
    AccountSafety,
    account === null ? {} : { query: { ...account }, key: [PATH, account.broker, account.currency] },
  );

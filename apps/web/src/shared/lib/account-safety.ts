import { AccountSafety } from '@vigia/contract';
import type { Currency, Venue } from '@vigia/core/vocabulary';
import { apiQuery } from './api-query.ts';

const PATH = '/api/v1/account/safety';

/** A real account whose conditions are asked for. */
export type RealAccount = { readonly broker: Venue; readonly currency: Currency };

/**
 * The user's declarations, a self-exclusion, and the obstacles to real money in this session.
 * @param account null: any, for what applies to all of them
 */
export const safetyQuery = (account: RealAccount | null = null) =>
  apiQuery(
    PATH,
    AccountSafety,
    account === null ? {} : { query: { ...account }, key: [PATH, account.broker, account.currency] },
  );

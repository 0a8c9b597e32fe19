import type { QueryKey } from '@tanstack/react-query';
import { type RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import type { LimitBook } from '@vigia/core/risk';
import type { ApiClient } from './api-client.ts';
import { apiQuery } from './api-query.ts';

const PATH = '/api/v1/account/limits';

/** Key prefix of every query of risk limits. */
export const LIMITS_KEY: QueryKey = [PATH];

/**
 * Returns the query of the risk limits of a limit book, with the loosened limits that do not apply yet.
 * @param book the limit book; null for the book of the chosen account
 */
export const limitsQuery = (book: LimitBook | null = null) =>
  apiQuery(
    PATH,
    RiskLimitsView,
    book === null ? {} : { query: { ...book }, key: [...LIMITS_KEY, book.scope, book.currency] },
  );

/**
 * Saves changed risk limits. Returns the current limits and the changes that do not apply yet.
 * @throws ApiFailure
 */
export const saveLimits = (api: ApiClient, change: RiskLimitsChange): Promise<RiskLimitsView> =>
  api.put(PATH, { schema: RiskLimitsView, body: change });

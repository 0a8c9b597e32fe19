import type { LimitBook } from '@vigia/core/risk';
import { isCurrency, LIMIT_SCOPES } from '@vigia/core/vocabulary';

/**
 * Returns a limit book as one string for URLs and form values. A limit book has a scope (practice or real money) and a
 * currency.
 */
export const limitBookText = ({ scope, currency }: LimitBook): string => `${scope}-${currency}`;

/** Parses a string such as `real-EUR` to a limit book. Returns null if the string is invalid. */
export function parseLimitBook(word: unknown): LimitBook | null {
  const [named = '', currency = ''] = typeof word === 'string' ? word.split('-') : [];
  const scope = LIMIT_SCOPES.find((known) => known === named);
  return scope !== undefined && isCurrency(currency) ? { scope, currency } : null;
}

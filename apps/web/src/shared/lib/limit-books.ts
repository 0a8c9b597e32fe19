import type { LimitBook } from '@vigia/core/risk';
import { isCurrency, LIMIT_SCOPES } from '@vigia/core/vocabulary';

/** Returns a book as one word, for addresses and form values. */
export const bookWord = ({ scope, currency }: LimitBook): string => `${scope}-${currency}`;

/** Returns the book of a word such as `real-EUR`; null if the word names none. */
export function bookOf(word: unknown): LimitBook | null {
  const [named = '', currency = ''] = typeof word === 'string' ? word.split('-') : [];
  const scope = LIMIT_SCOPES.find((known) => known === named);
  return scope !== undefined && isCurrency(currency) ? { scope, currency } : null;
}

import type { Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';

/** Why somebody has not shown that he knows the password of the account. */
export type PasswordRefusal =
  | { readonly code: 'reauthentication_needed' | 'current_password_invalid' }
  | { readonly code: 'rate_limited'; readonly retryAfterS: number };

/** What accounts ask of whoever keeps passwords and sessions. */
export interface People {
  /** Checks the password of a person who has one; every try counts, as at the sign-in. */
  confirmPassword(userId: string, password: string | undefined, ip: string): Promise<Result<null, PasswordRefusal>>;
  /** Removes a person with all that is his; answers the ids of the sessions and bot tokens that ended by it. */
  remove(tx: Transaction, userId: string): Promise<readonly string[]>;
}

import type { Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';

/** The reason why the caller has not proved that they know the password of the user account. */
export type PasswordRefusal =
  | { readonly code: 'reauthentication_needed' | 'proof_needed' | 'current_password_invalid' }
  | { readonly code: 'rate_limited'; readonly retryAfterS: number };

/** The methods of the auth feature that accounts need. */
export interface People {
  /**
   * Checks the password. A user with a verified second factor or without a password is refused, because they need a
   * re-authentication proof. An anonymous user is accepted without a check. Every attempt counts towards the rate limit
   * of the sign-in.
   */
  confirmPassword(userId: string, password: string | undefined, ip: string): Promise<Result<null, PasswordRefusal>>;
  /** Deletes a user with all of their data. Returns the ids of the sessions and bot tokens that ended. */
  remove(tx: Transaction, userId: string): Promise<readonly string[]>;
}

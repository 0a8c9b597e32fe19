import type { Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { createContext, useContext } from 'react';
import type { AuthBackend, Credentials, ProfileChanges, SignUpDetails, SignUpOutcome } from './auth-backend.ts';

/**
 * Result of a sign-in. `second-factor`: the session exists, but the server refuses its requests until the user passes
 * the second factor.
 */
export type SignInOutcome = 'in' | 'second-factor';

export type AuthContextValue = {
  readonly user: User | null;
  readonly profile: UserProfile | null;
  readonly session: Session | null;
  /** True while the app does not know yet whether a user is signed in. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly isAuthenticated: boolean;
  /**
   * Whether the user has a second factor but has signed in by password or mail alone. Then only /login lets the user
   * continue.
   */
  readonly needsSecondFactor: boolean;
  /** Whether a recovery mail opened the session. The user may then set a new password without the current one. */
  readonly cameByRecovery: boolean;
  /**
   * Whether a recovery mail opened the session and the user has neither set nor declined a new password. Protected
   * pages do not open until the user does one of these.
   */
  readonly isPasswordDue: boolean;
  /** Records that the user has set a new password or has declined to, so that protected pages open. */
  readonly settlePassword: () => void;
  /** Whether the user is an administrator. False until the profile has loaded. */
  readonly isAdmin: boolean;
  readonly isPremium: boolean;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  readonly signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  readonly signInDemo: () => Promise<void>;
  /** Removes the session from this browser at once. It never throws. */
  readonly signOut: () => void;
  /**
   * Changes the profile.
   * @throws Error 'No user logged in' without a user
   */
  readonly updateProfile: (changes: ProfileChanges) => Promise<void>;
  /**
   * Fetches the profile again.
   * @throws Error 'No user logged in' without a user
   */
  readonly reloadProfile: () => Promise<void>;
  /**
   * Returns the auth service, for mails, codes, second factors and changes of the account. Its events update this
   * context.
   */
  readonly backend: () => Promise<AuthBackend>;
};

export const AuthContext = createContext<AuthContextValue | null>(null);

/**
 * Returns the auth context.
 * @throws Error if the component is not inside an AuthProvider
 */
export function useAuth(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used inside AuthProvider');
  return value;
}

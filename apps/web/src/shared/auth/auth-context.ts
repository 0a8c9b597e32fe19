import type { Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { createContext, useContext } from 'react';
import type { AuthBackend, Credentials, ProfileChanges, SignUpDetails, SignUpOutcome } from './auth-backend.ts';

/**
 * Result of a sign-in. `second-factor`: the session exists, but the server accepts no request until the second factor
 * is given.
 */
export type SignInOutcome = 'in' | 'second-factor';

export type AuthContextValue = {
  readonly user: User | null;
  readonly profile: UserProfile | null;
  readonly session: Session | null;
  /** Whether it is still unknown if a user is signed in. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly isAuthenticated: boolean;
  /**
   * Whether the user signed in by password or mail alone although a second factor is set up, so that only /login can
   * continue.
   */
  readonly needsSecondFactor: boolean;
  /** Whether the user signed in by a recovery mail, so that a new password needs no current password. */
  readonly cameByRecovery: boolean;
  /**
   * Whether the user signed in by recovery and has not decided about the password yet; protected pages wait for the
   * decision.
   */
  readonly isPasswordDue: boolean;
  /**
   * Ends the wait for the password decision. The caller calls it after the user has set a new password or kept the old
   * one.
   */
  readonly settlePassword: () => void;
  /** Whether the user is an administrator; false until the profile has loaded. */
  readonly isAdmin: boolean;
  readonly isPremium: boolean;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  readonly signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  readonly signInDemo: () => Promise<void>;
  /** Removes the local session at once. It never fails. */
  readonly signOut: () => void;
  /**
   * Changes the profile.
   * @throws Error 'No user logged in' without a user
   */
  readonly updateProfile: (changes: ProfileChanges) => Promise<void>;
  /**
   * Reads the profile again.
   * @throws Error 'No user logged in' without a user
   */
  readonly reloadProfile: () => Promise<void>;
  /** Returns the auth service itself, for mails, codes, factors and account changes. Its events change this context. */
  readonly backend: () => Promise<AuthBackend>;
};

export const AuthContext = createContext<AuthContextValue | null>(null);

/**
 * Returns the auth context.
 * @throws Error outside its provider
 */
export function useAuth(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used inside AuthProvider');
  return value;
}

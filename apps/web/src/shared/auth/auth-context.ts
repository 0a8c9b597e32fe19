import type { Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { createContext, useContext } from 'react';
import type { AuthBackend, Credentials, ProfileChanges, SignUpDetails, SignUpOutcome } from './auth-backend.ts';

/** `second-factor` = the session exists, but the server accepts no request until the second factor is given. */
export type SignInOutcome = 'in' | 'second-factor';

export type AuthContextValue = {
  readonly user: User | null;
  readonly profile: UserProfile | null;
  readonly session: Session | null;
  /** True until it is known whether a user is signed in. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly isAuthenticated: boolean;
  /** Signed in by password or mail alone although a second factor is set up: only /login can continue. */
  readonly needsSecondFactor: boolean;
  /** Signed in by a recovery mail: setting a new password needs no current password. */
  readonly cameByRecovery: boolean;
  /** Signed in by recovery with the password decision still open: protected pages wait for it. */
  readonly isPasswordDue: boolean;
  /** Call this after the user has set a new password or kept the old one. */
  readonly settlePassword: () => void;
  /** False until the profile has loaded. */
  readonly isAdmin: boolean;
  readonly isPremium: boolean;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  readonly signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  readonly signInDemo: () => Promise<void>;
  /** Removes the local session at once; never fails. */
  readonly signOut: () => void;
  /** @throws 'No user logged in' without a user */
  readonly updateProfile: (changes: ProfileChanges) => Promise<void>;
  /** @throws 'No user logged in' without a user */
  readonly reloadProfile: () => Promise<void>;
  /** The auth service itself, for mails, codes, factors and account changes; its events arrive here. */
  readonly backend: () => Promise<AuthBackend>;
};

export const AuthContext = createContext<AuthContextValue | null>(null);

/** @throws outside of its provider */
export function useAuth(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used inside AuthProvider');
  return value;
}

import type { Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { createContext, useContext } from 'react';
import type { AuthBackend, Credentials, ProfileChanges, SignUpDetails, SignUpOutcome } from './auth-backend.ts';

/** `second-factor` = the session is open, but nothing works until it is raised. */
export type SignInOutcome = 'in' | 'second-factor';

export type AuthContextValue = {
  readonly user: User | null;
  readonly profile: UserProfile | null;
  readonly session: Session | null;
  /** True until it is known whether somebody is signed in. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly isAuthenticated: boolean;
  /** Signed in by password or mail alone, although a second factor is set up: only /login can go on. */
  readonly needsSecondFactor: boolean;
  /** Signed in by a recovery mail: a new password needs no current one. */
  readonly cameByRecovery: boolean;
  /** Came by recovery and has neither set a new password nor kept the old one: protected pages wait for that. */
  readonly isPasswordDue: boolean;
  /** A new password is set, or the old one stays. */
  readonly settlePassword: () => void;
  /** False until the profile has loaded. */
  readonly isAdmin: boolean;
  readonly isPremium: boolean;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  readonly signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  readonly signInDemo: () => Promise<void>;
  /** Forgets the session at once; never fails. */
  readonly signOut: () => void;
  /** @throws 'No user logged in' without a user */
  readonly updateProfile: (changes: ProfileChanges) => Promise<void>;
  /** @throws 'No user logged in' without a user */
  readonly reloadProfile: () => Promise<void>;
  /** The service itself, for mails, codes, factors and changes of the account; its events arrive here. */
  readonly backend: () => Promise<AuthBackend>;
};

export const AuthContext = createContext<AuthContextValue | null>(null);

/** @throws outside its provider */
export function useAuth(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used inside AuthProvider');
  return value;
}

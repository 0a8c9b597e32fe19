import type { Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { createContext, useContext } from 'react';
import type { Credentials, ProfileChanges, SignUpDetails, SignUpOutcome } from './auth-backend.ts';

export type AuthContextValue = {
  readonly user: User | null;
  readonly profile: UserProfile | null;
  readonly session: Session | null;
  /** True until it is known whether somebody is signed in. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly isAuthenticated: boolean;
  /** False until the profile has loaded. */
  readonly isAdmin: boolean;
  readonly isPremium: boolean;
  readonly signIn: (credentials: Credentials) => Promise<void>;
  readonly signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  readonly signInDemo: () => Promise<void>;
  /** Forgets the session at once; never fails. */
  readonly signOut: () => void;
  /** @throws 'No user logged in' without a user */
  readonly updateProfile: (changes: ProfileChanges) => Promise<void>;
  /** @throws 'No user logged in' without a user */
  readonly reloadProfile: () => Promise<void>;
};

export const AuthContext = createContext<AuthContextValue | null>(null);

/** @throws outside its provider */
export function useAuth(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used inside AuthProvider');
  return value;
}

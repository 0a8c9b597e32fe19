import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { isRecoverySession, needsSecondFactor } from './assurance.ts';
import type { AuthContextValue } from './auth-context.ts';
import { hasStoredSession, mustChoosePassword } from './stored-session.ts';
import { urlContainsSignIn } from './visit-start.ts';

export type AuthState = {
  readonly session: Session | null;
  /** The last fetched profile. If another tab has changed the user, this profile still belongs to the previous user. */
  readonly lastProfile: UserProfile | null;
  /** True while the auth client may still restore a session. */
  readonly loading: boolean;
  readonly error: Error | null;
  /** Whether a recovery mail opened this session. */
  readonly recovering: boolean;
  readonly passwordDue: boolean;
};

export type AuthAction =
  | { readonly type: 'session-changed'; readonly event: AuthChangeEvent; readonly session: Session | null }
  | { readonly type: 'profile-read'; readonly profile: UserProfile }
  | { readonly type: 'failed'; readonly failure: unknown }
  | { readonly type: 'password-settled' };

/**
 * Returns whether a session is stored, or the URL contains a sign-in from an emailed link. If not, the app does not
 * load the auth client.
 */
export const mayHaveSession = (): boolean => hasStoredSession() || urlContainsSignIn();

export const initialAuthState = (): AuthState => ({
  session: null,
  lastProfile: null,
  loading: mayHaveSession(),
  error: null,
  recovering: false,
  passwordDue: mustChoosePassword(),
});

export function authReducer(state: AuthState, action: AuthAction): AuthState {
  switch (action.type) {
    case 'session-changed':
      return withSession(state, action.event, action.session);
    case 'profile-read':
      return { ...state, lastProfile: action.profile };
    case 'failed':
      return { ...state, loading: false, error: asError(action.failure) };
    case 'password-settled':
      return { ...state, passwordDue: false };
  }
}

function withSession(state: AuthState, event: AuthChangeEvent, session: Session | null): AuthState {
  const next = { ...state, session, loading: false, error: session ? null : state.error };
  switch (event) {
    case 'PASSWORD_RECOVERY':
      return { ...next, recovering: true, passwordDue: true };
    case 'SIGNED_OUT':
      return { ...next, lastProfile: null, recovering: false, passwordDue: false };
    default:
      return next;
  }
}

type AuthFacts = Omit<
  AuthContextValue,
  'settlePassword' | 'signIn' | 'signUp' | 'signInDemo' | 'signOut' | 'updateProfile' | 'reloadProfile' | 'backend'
>;

/** Derives the values that screens read from the state of the session. */
export function authValuesOf({ session, lastProfile, loading, error, recovering, passwordDue }: AuthState): AuthFacts {
  const user = session?.user ?? null;
  const profile = lastProfile?.id === user?.id ? lastProfile : null;
  const isRecovery = session !== null && (recovering || isRecoverySession(session));
  return {
    user,
    profile,
    session,
    loading,
    error,
    isAuthenticated: user !== null,
    needsSecondFactor: session !== null && needsSecondFactor(session),
    cameByRecovery: isRecovery,
    isPasswordDue: isRecovery && passwordDue,
    isAdmin: profile?.is_admin ?? false,
    isPremium: profile?.is_premium ?? false,
  };
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { type ActionDispatch, type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { needsSecondFactor } from './assurance.ts';
import type { AuthBackend } from './auth-backend.ts';
import { AuthContext, type AuthContextValue } from './auth-context.ts';
import { type AuthAction, authReducer, authValuesOf, initialAuthState, mayHaveSession } from './auth-state.ts';
import { forgetMailedAddresses } from './mailed-addresses.ts';
import { authMessages } from './messages.es.ts';
import {
  AUTH_STORAGE_KEY,
  forgetBotTokens,
  forgetPasswordChoice,
  forgetStoredSession,
  rememberPasswordChoice,
} from './stored-session.ts';

type AuthProviderProps = {
  readonly connect: () => Promise<AuthBackend>;
  /**
   * Called when the session ends in this tab, in another tab, or on the server. The function must be stable across
   * renders.
   */
  readonly onSignedOut: () => void;
  /** Called when a recovery mail opens a session. The function must be stable across renders. */
  readonly onRecovery?: () => void;
  readonly children: ReactNode;
};

type Dispatch = ActionDispatch<[AuthAction]>;
type SessionListener = (event: AuthChangeEvent, session: Session | null) => void;
type Connect = () => Promise<AuthBackend>;

/** Provides the session, the profile, and the sign-in and sign-out functions to its children. */
export function AuthProvider({ connect, onSignedOut, onRecovery, children }: AuthProviderProps) {
  const [state, dispatch] = useReducer(authReducer, null, initialAuthState);
  const onSession = useCallback<SessionListener>(
    (event, session) => {
      dispatch({ type: 'session-changed', event, session });
      if (session || event === 'SIGNED_OUT') forgetMailedAddresses();
      if (event === 'PASSWORD_RECOVERY') {
        rememberPasswordChoice();
        onRecovery?.();
      }
      if (event === 'SIGNED_OUT') {
        forgetPasswordChoice();
        forgetBotTokens();
        onSignedOut();
      }
    },
    [onSignedOut, onRecovery],
  );
  const backend = useBackend(connect, onSession, dispatch);
  useSignOutInAnotherTab(state.session !== null, onSession);
  const facts = useMemo(() => authValuesOf(state), [state]);
  const readProfile = useProfile(facts, backend, dispatch);
  const value = useMemo<AuthContextValue>(
    () => ({ ...facts, ...actionsOf(facts, { backend, readProfile, dispatch, onSession }), backend }),
    [facts, backend, readProfile, onSession],
  );
  return <AuthContext value={value}>{children}</AuthContext>;
}

/**
 * Returns a function that connects to the auth service on first use and subscribes to its events once. If a session may
 * exist, the hook connects at once.
 */
function useBackend(connect: Connect, onSession: SessionListener, dispatch: Dispatch): Connect {
  const listening = useRef<{ readonly backend: AuthBackend; readonly stop: () => void } | null>(null);
  const backend = useCallback(async (): Promise<AuthBackend> => {
    if (!listening.current) {
      const connected = await connect();
      // Several callers may await the same connection. Only the first one subscribes.
      if (!listening.current) listening.current = { backend: connected, stop: connected.listen(onSession) };
    }
    return listening.current.backend;
  }, [connect, onSession]);
  useEffect(() => {
    if (mayHaveSession()) backend().catch((failure: unknown) => dispatch({ type: 'failed', failure }));
  }, [backend, dispatch]);
  useEffect(
    () => () => {
      listening.current?.stop();
      listening.current = null;
    },
    [],
  );
  return backend;
}

/** Signs out when another tab removes the session from storage, even if that tab sends no message. */
function useSignOutInAnotherTab(isSignedIn: boolean, onSession: SessionListener): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const onStorage = (event: StorageEvent) => {
      if (event.key === AUTH_STORAGE_KEY && event.newValue === null) onSession('SIGNED_OUT', null);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [isSignedIn, onSession]);
}

/**
 * Fetches the profile when the user or the user's confirmed address changes.
 * @returns the function that fetches the profile again
 */
function useProfile(facts: ReturnType<typeof authValuesOf>, backend: Connect, dispatch: Dispatch) {
  const { user, profile, session } = facts;
  const readProfile = useCallback(
    async (id: string) => {
      try {
        dispatch({ type: 'profile-read', profile: await (await backend()).loadProfile(id) });
      } catch (failure) {
        console.error('Profile could not be loaded', failure);
      }
    },
    [backend, dispatch],
  );
  // After a failed fetch, a new token triggers a retry. A session in which the second factor was not passed may not
  // read the profile.
  const accessToken = session?.access_token;
  const userId = user?.id;
  const isStale = profile === null || (profile.email ?? '') !== (user?.email ?? '');
  const mayRead = !facts.needsSecondFactor;
  useEffect(() => {
    if (accessToken && userId && isStale && mayRead) void readProfile(userId);
  }, [userId, accessToken, isStale, mayRead, readProfile]);
  return readProfile;
}

type ActionDeps = {
  readonly backend: Connect;
  readonly readProfile: (id: string) => Promise<void>;
  readonly dispatch: Dispatch;
  readonly onSession: SessionListener;
};

function actionsOf(
  { user, session }: ReturnType<typeof authValuesOf>,
  { backend, readProfile, dispatch, onSession }: ActionDeps,
): Omit<AuthContextValue, keyof ReturnType<typeof authValuesOf> | 'backend'> {
  const ownId = (): string => {
    if (!user) throw new Error(authMessages.noUser);
    return user.id;
  };
  return {
    settlePassword: () => {
      forgetPasswordChoice();
      dispatch({ type: 'password-settled' });
    },
    signIn: async (credentials) =>
      needsSecondFactor(await (await backend()).signIn(credentials)) ? 'second-factor' : 'in',
    signUp: async (details) => (await backend()).signUp(details),
    signInDemo: async () => (await backend()).signInAnonymously(),
    signOut: () => {
      forgetStoredSession();
      onSession('SIGNED_OUT', null);
      backend()
        .then((connected) => connected.signOut(session?.access_token ?? null))
        .catch((failure: unknown) => console.warn('The server did not confirm the sign-out', failure));
    },
    updateProfile: async (changes) => {
      const id = ownId();
      try {
        await (await backend()).saveProfile(id, changes);
      } catch (failure) {
        console.error('Profile could not be saved', failure);
        dispatch({ type: 'failed', failure });
        throw failure;
      }
      await readProfile(id);
    },
    reloadProfile: async () => readProfile(ownId()),
  };
}

import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { holdsSignIn } from './arrival.ts';
import { cameByRecovery, needsSecondFactor } from './assurance.ts';
import type { AuthBackend, ProfileChanges } from './auth-backend.ts';
import { AuthContext, type AuthContextValue } from './auth-context.ts';
import { authMessages } from './messages.es.ts';
import { forgetSentTo } from './sent-to.ts';
import {
  AUTH_STORAGE_KEY,
  forgetBotTokens,
  forgetPasswordDue,
  forgetStoredSession,
  hasStoredSession,
  isPasswordDue,
  notePasswordDue,
} from './stored-session.ts';

type AuthProviderProps = {
  readonly connect: () => Promise<AuthBackend>;
  /** The session ended: here or in another tab, or at the server. Must stay the same function. */
  readonly onSignedOut: () => void;
  /** A recovery mail opened a session. Must stay the same function. */
  readonly onRecovery?: () => void;
  readonly children: ReactNode;
};

/** A session may be stored, or arrive with this address (a link from a mail). Without either the client need not load. */
const mayHaveSession = (): boolean => hasStoredSession() || holdsSignIn();

export function AuthProvider({ connect, onSignedOut, onRecovery, children }: AuthProviderProps) {
  const [session, setSession] = useState<Session | null>(null);
  const [loaded, setLoaded] = useState<UserProfile | null>(null);
  const [loading, setLoading] = useState(mayHaveSession);
  const [error, setError] = useState<Error | null>(null);
  const [recovering, setRecovering] = useState(false);
  const [passwordDue, setPasswordDue] = useState(isPasswordDue);
  const listening = useRef<{ readonly backend: AuthBackend; readonly stop: () => void } | null>(null);
  const user = session?.user ?? null;
  const userId = user?.id ?? null;
  // Another tab may have signed somebody else in: his predecessor's profile is not his.
  const profile = loaded?.id === userId ? loaded : null;

  const follow = useCallback(
    (event: AuthChangeEvent, next: Session | null) => {
      setSession(next);
      setLoading(false);
      if (next) setError(null);
      if (next || event === 'SIGNED_OUT') forgetSentTo();
      if (event === 'PASSWORD_RECOVERY') {
        setRecovering(true);
        setPasswordDue(true);
        notePasswordDue();
        onRecovery?.();
      }
      if (event === 'SIGNED_OUT') {
        setLoaded(null);
        setRecovering(false);
        setPasswordDue(false);
        forgetPasswordDue();
        forgetBotTokens();
        onSignedOut();
      }
    },
    [onSignedOut, onRecovery],
  );

  const backend = useCallback(async (): Promise<AuthBackend> => {
    if (!listening.current) {
      const connected = await connect();
      // Two callers may have waited for the same connection: one listener is enough.
      if (!listening.current) listening.current = { backend: connected, stop: connected.listen(follow) };
    }
    return listening.current.backend;
  }, [connect, follow]);

  useEffect(() => {
    if (!mayHaveSession()) return;
    backend().catch((failure: unknown) => {
      setError(asError(failure));
      setLoading(false);
    });
  }, [backend]);

  useEffect(
    () => () => {
      listening.current?.stop();
      listening.current = null;
    },
    [],
  );

  // Another tab forgot the session: at once here too, even if its own message never comes.
  const signedIn = session !== null;
  useEffect(() => {
    if (!signedIn) return;
    const notice = (event: StorageEvent) => {
      if (event.key === AUTH_STORAGE_KEY && event.newValue === null) follow('SIGNED_OUT', null);
    };
    window.addEventListener('storage', notice);
    return () => window.removeEventListener('storage', notice);
  }, [signedIn, follow]);

  const readProfile = useCallback(
    async (id: string) => {
      try {
        setLoaded(await (await backend()).loadProfile(id));
      } catch (failure) {
        console.error('Profile could not be loaded', failure);
      }
    },
    [backend],
  );

  // A fresh token is a new chance where the first reading failed; a confirmed address changes the profile.
  const accessToken = session?.access_token;
  const isStale = userId !== null && (profile?.id !== userId || (profile.email ?? '') !== (user?.email ?? ''));
  // Without its second factor a session may read nothing yet.
  const isHalfIn = session !== null && needsSecondFactor(session);
  useEffect(() => {
    if (accessToken && userId && isStale && !isHalfIn) void readProfile(userId);
  }, [userId, accessToken, isStale, isHalfIn, readProfile]);

  const isRecovery = session !== null && (recovering || cameByRecovery(session));
  const value = useMemo<AuthContextValue>(
    () => ({
      user,
      profile,
      session,
      loading,
      error,
      isAuthenticated: user !== null && session !== null,
      needsSecondFactor: isHalfIn,
      cameByRecovery: isRecovery,
      isPasswordDue: isRecovery && passwordDue,
      settlePassword: () => {
        forgetPasswordDue();
        setPasswordDue(false);
      },
      isAdmin: profile?.is_admin ?? false,
      isPremium: profile?.is_premium ?? false,
      signIn: async (credentials) =>
        needsSecondFactor(await (await backend()).signIn(credentials)) ? 'second-factor' : 'in',
      signUp: async (details) => (await backend()).signUp(details),
      signInDemo: async () => (await backend()).signInAnonymously(),
      signOut: () => {
        forgetStoredSession();
        follow('SIGNED_OUT', null);
        backend()
          .then((connected) => connected.signOut(session?.access_token ?? null))
          .catch((failure: unknown) => console.warn('The server did not confirm the sign-out', failure));
      },
      updateProfile: async (changes: ProfileChanges) => {
        if (!userId) throw new Error(authMessages.noUser);
        try {
          await (await backend()).saveProfile(userId, changes);
        } catch (failure) {
          console.error('Profile could not be saved', failure);
          setError(asError(failure));
          throw failure;
        }
        await readProfile(userId);
      },
      reloadProfile: async () => {
        if (!userId) throw new Error(authMessages.noUser);
        await readProfile(userId);
      },
      backend,
    }),
    [user, profile, session, loading, error, isHalfIn, isRecovery, passwordDue, userId, backend, follow, readProfile],
  );

  return <AuthContext value={value}>{children}</AuthContext>;
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

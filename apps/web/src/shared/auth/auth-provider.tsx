import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { holdsSignIn } from './arrival.ts';
import type { AuthBackend, ProfileChanges } from './auth-backend.ts';
import { AuthContext, type AuthContextValue } from './auth-context.ts';
import { authMessages } from './messages.es.ts';
import { forgetStoredSession, hasStoredSession } from './stored-session.ts';

type AuthProviderProps = {
  readonly connect: () => Promise<AuthBackend>;
  /** The session ended: here or in another tab, or at the server. Must stay the same function. */
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
};

/** A session may be stored, or arrive with this address (a link from a mail). Without either the client need not load. */
const mayHaveSession = (): boolean => hasStoredSession() || holdsSignIn();

export function AuthProvider({ connect, onSignedOut, children }: AuthProviderProps) {
  const [session, setSession] = useState<Session | null>(null);
  const [profile, setProfile] = useState<UserProfile | null>(null);
  const [loading, setLoading] = useState(mayHaveSession);
  const [error, setError] = useState<Error | null>(null);
  const listening = useRef<{ readonly backend: AuthBackend; readonly stop: () => void } | null>(null);
  const user = session?.user ?? null;
  const userId = user?.id ?? null;

  const follow = useCallback(
    (event: AuthChangeEvent, next: Session | null) => {
      setSession(next);
      setLoading(false);
      if (next) setError(null);
      if (event === 'SIGNED_OUT') {
        setProfile(null);
        onSignedOut();
      }
    },
    [onSignedOut],
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

  const readProfile = useCallback(
    async (id: string) => {
      try {
        setProfile(await (await backend()).loadProfile(id));
      } catch (failure) {
        console.error('Profile could not be loaded', failure);
      }
    },
    [backend],
  );

  // A fresh token is a new chance where the first reading failed.
  const accessToken = session?.access_token;
  const profileMissing = userId !== null && profile?.id !== userId;
  useEffect(() => {
    if (accessToken && userId && profileMissing) void readProfile(userId);
  }, [userId, accessToken, profileMissing, readProfile]);

  const value = useMemo<AuthContextValue>(
    () => ({
      user,
      profile,
      session,
      loading,
      error,
      isAuthenticated: user !== null && session !== null,
      isAdmin: profile?.is_admin ?? false,
      isPremium: profile?.is_premium ?? false,
      signIn: async (credentials) => (await backend()).signIn(credentials),
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
    }),
    [user, profile, session, loading, error, userId, backend, follow, readProfile],
  );

  return <AuthContext value={value}>{children}</AuthContext>;
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

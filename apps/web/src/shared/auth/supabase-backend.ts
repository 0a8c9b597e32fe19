import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { UserProfile } from '@vigia/contract';
import { loadPublicConfig } from '#shared/lib/public-config.ts';
import type { AuthBackend, SignUpDetails, SignUpOutcome } from './auth-backend.ts';
import { authFailure } from './auth-failure.ts';
import { AUTH_STORAGE_KEY } from './stored-session.ts';

/** Makes the one auth client of this tab, against the embedded service or a hosted project. */
export async function connectSupabase(): Promise<AuthBackend> {
  const config = await loadPublicConfig();
  return new SupabaseBackend(
    createClient(config.supabaseUrl, config.supabaseAnonKey, {
      auth: {
        flowType: 'pkce',
        storageKey: AUTH_STORAGE_KEY,
        persistSession: true,
        autoRefreshToken: true,
        detectSessionInUrl: true,
      },
    }),
  );
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

class SupabaseBackend implements AuthBackend {
  readonly #client: SupabaseClient;

  constructor(client: SupabaseClient) {
    this.#client = client;
  }

  listen(listener: Parameters<AuthBackend['listen']>[0]): () => void {
    const { data } = this.#client.auth.onAuthStateChange(listener);
    return () => data.subscription.unsubscribe();
  }

  async currentSession() {
    const { data, error } = await this.#client.auth.getSession();
    if (error) throw authFailure(error);
    return data.session;
  }

  async signIn(credentials: Parameters<AuthBackend['signIn']>[0]): Promise<void> {
    const { error } = await this.#client.auth.signInWithPassword(credentials);
    if (error) throw authFailure(error);
  }

  async signUp({ email, password, ...names }: SignUpDetails): Promise<SignUpOutcome> {
    const { data, error } = await this.#client.auth.signUp({
      email,
      password,
      options: { data: { ...names, time_zone: timeZone() }, emailRedirectTo: `${window.location.origin}/verify-email` },
    });
    if (error) throw authFailure(error);
    if (data.session) return 'signed-in';
    // The service's sign for "already registered": a look-alike user without identities.
    return data.user?.identities?.length === 0 ? 'taken' : 'confirm';
  }

  async signInAnonymously(): Promise<void> {
    const { error } = await this.#client.auth.signInAnonymously({ options: { data: { time_zone: timeZone() } } });
    if (error) throw authFailure(error);
  }

  async signOut(accessToken: string | null): Promise<void> {
    // The stored session is gone by now, so the client alone would not know which one to end at the server.
    const ended = accessToken ? this.#client.auth.admin.signOut(accessToken, 'local') : null;
    await this.#client.auth.signOut({ scope: 'local' });
    await ended;
  }

  async storeTokens(tokens: Parameters<AuthBackend['storeTokens']>[0]): Promise<void> {
    const { error } = await this.#client.auth.setSession(tokens);
    if (error) throw authFailure(error);
  }

  async loadProfile(userId: string): Promise<UserProfile> {
    const { data, error } = await this.#client.from('users').select('*').eq('id', userId).single();
    if (error) throw new Error(error.message, { cause: error });
    return UserProfile.parse(data);
  }

  async saveProfile(userId: string, changes: Parameters<AuthBackend['saveProfile']>[1]): Promise<void> {
    const { error } = await this.#client.from('users').update(changes).eq('id', userId);
    if (error) throw new Error(error.message, { cause: error });
  }
}

import { createClient, type Session, type SupabaseClient, type UserAttributes } from '@supabase/supabase-js';
import {
  type AuthFactorView,
  type EnrolledFactor,
  type FactorReset,
  type NotMeDone,
  type PublicConfig,
  UserProfile,
} from '@vigia/contract';
import { z } from 'zod';
import { type ProofKeeper, wantsProof } from '#shared/lib/proof-keeper.ts';
import { loadPublicConfig } from '#shared/lib/public-config.ts';
import type { AuthBackend, NewFactor, SignUpDetails, SignUpOutcome, UserChanges } from './auth-backend.ts';
import { AuthFailure, authFailure, dataFailure } from './auth-failure.ts';
import { authMessages } from './messages.es.ts';
import type { OwnAuthApi } from './own-auth-api.ts';
import { ProvedFetch } from './proved-fetch.ts';
import { RetryAfter } from './retry-after.ts';
import { AUTH_STORAGE_KEY } from './stored-session.ts';

/** Creates the single auth client of this tab. It uses the embedded auth service or a hosted project. */
export async function connectSupabase(proofs: Pick<ProofKeeper, 'current' | 'ask'>): Promise<AuthBackend> {
  const config = await loadPublicConfig();
  // A hosted project does not support our proofs of identity and must not receive one.
  const given = config.supabaseUrl === window.location.origin ? proofs : NO_PROOFS;
  const proved = new ProvedFetch((input, init) => fetch(input, init), given);
  const retryAfter = new RetryAfter(proved.fetch);
  return new SupabaseBackend(createAuthClient(config, retryAfter.fetch), { retryAfter, proved, proofs: given });
}

const NO_PROOFS: Pick<ProofKeeper, 'current' | 'ask'> = { current: null, ask: async () => false };

/** @throws Error if the URL of the service is invalid */
export function createAuthClient(
  { supabaseUrl, supabaseAnonKey }: Pick<PublicConfig, 'supabaseUrl' | 'supabaseAnonKey'>,
  fetch: typeof globalThis.fetch,
): SupabaseClient {
  try {
    return createClient(supabaseUrl, supabaseAnonKey, {
      auth: {
        flowType: 'pkce',
        storageKey: AUTH_STORAGE_KEY,
        persistSession: true,
        autoRefreshToken: true,
        detectSessionInUrl: true,
      },
      global: { fetch },
    });
  } catch (cause) {
    throw new Error('Failed to initialize Supabase client', { cause });
  }
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const backTo = (path: '/verify-email' | '/reset-password'): string => window.location.origin + path;

type Answer<Data> = { readonly data: Data; readonly error: null } | { readonly data: unknown; readonly error: object };

type FactorList = { readonly totp: readonly Pick<AuthFactorView, 'id'>[] };
type Enrolled = Pick<EnrolledFactor, 'id' | 'totp'>;

const ServiceError = z.looseObject({
  code: z.string().optional(),
  status: z.number().optional(),
  message: z.string().optional(),
});

type Surroundings = {
  readonly retryAfter: RetryAfter;
  readonly proved: ProvedFetch;
  readonly proofs: Pick<ProofKeeper, 'ask'>;
};

class SupabaseBackend implements AuthBackend {
  readonly #client: SupabaseClient;
  readonly #retryAfter: RetryAfter;
  readonly #proved: ProvedFetch;
  readonly #proofs: Pick<ProofKeeper, 'ask'>;

  constructor(client: SupabaseClient, { retryAfter, proved, proofs }: Surroundings) {
    this.#client = client;
    this.#retryAfter = retryAfter;
    this.#proved = proved;
    this.#proofs = proofs;
  }

  listen(listener: Parameters<AuthBackend['listen']>[0]): () => void {
    const { data } = this.#client.auth.onAuthStateChange(listener);
    return () => data.subscription.unsubscribe();
  }

  async currentSession() {
    return (await this.#ask<{ readonly session: Session | null }>(this.#client.auth.getSession())).session;
  }

  async linkFault(): Promise<string | null> {
    const { error } = await this.#client.auth.initialize();
    if (!error) return null;
    // If an emailed link failed, the error code is in `details`. If the exchange of the code failed, it is in the error
    // object.
    const fault = z.object({ details: z.object({ code: z.string() }) }).safeParse(error);
    return fault.success ? fault.data.details.code : (error.code ?? error.name);
  }

  async signIn(credentials: Parameters<AuthBackend['signIn']>[0]) {
    return (await this.#ask(this.#client.auth.signInWithPassword(credentials))).session;
  }

  async signUp({ email, password, ...names }: SignUpDetails): Promise<SignUpOutcome> {
    const options = { data: { ...names, time_zone: timeZone() }, emailRedirectTo: backTo('/verify-email') };
    const { session } = await this.#ask(this.#client.auth.signUp({ email, password, options }));
    return session ? 'signed-in' : 'confirm';
  }

  async signInAnonymously(): Promise<void> {
    await this.#ask(this.#client.auth.signInAnonymously({ options: { data: { time_zone: timeZone() } } }));
  }

  async signOut(accessToken: string | null): Promise<void> {
    // The stored session no longer exists in this browser. The access token alone identifies the session for the
    // server.
    const ended = accessToken ? this.#client.auth.admin.signOut(accessToken, 'local') : null;
    await this.#client.auth.signOut({ scope: 'local' });
    await ended;
  }

  async endOtherSessions(): Promise<void> {
    const { error } = await this.#client.auth.signOut({ scope: 'others' });
    if (error) throw authFailure(error, this.#retryAfter.lastS);
  }

  async storeTokens(tokens: Parameters<AuthBackend['storeTokens']>[0]): Promise<void> {
    await this.#ask(this.#client.auth.setSession(tokens));
  }

  async renewSession(): Promise<void> {
    await this.#ask(this.#client.auth.refreshSession());
  }

  async resend(type: 'signup' | 'email_change', email: string): Promise<void> {
    await this.#ask(this.#client.auth.resend({ type, email, options: { emailRedirectTo: backTo('/verify-email') } }));
  }

  async requestPasswordReset(email: string): Promise<void> {
    await this.#ask(this.#client.auth.resetPasswordForEmail(email, { redirectTo: backTo('/reset-password') }));
  }

  async verifyCode(type: Parameters<AuthBackend['verifyCode']>[0], email: string, token: string): Promise<void> {
    await this.#ask(this.#client.auth.verifyOtp({ type, email, token }));
  }

  async changeUser({ currentPassword, ...changes }: UserChanges): Promise<void> {
    const attributes: UserAttributes = {
      ...changes,
      ...(currentPassword !== undefined && { current_password: currentPassword }),
    };
    const options = { emailRedirectTo: backTo('/verify-email') };
    await this.#askProved(() => this.#client.auth.updateUser(attributes, options));
  }

  async mailProofDigits(): Promise<void> {
    await this.#ask(this.#client.auth.reauthenticate());
  }

  async passSecondFactor(code: string): Promise<void> {
    const { totp } = await this.#ask<FactorList>(this.#client.auth.mfa.listFactors());
    const factorId = totp[0]?.id;
    if (!factorId) throw new AuthFailure('mfa_factor_not_found', authMessages.codes.mfa_factor_not_found);
    await this.#ask(this.#client.auth.mfa.challengeAndVerify({ factorId, code }));
  }

  async passWithRecoveryCode(code: string): Promise<void> {
    await this.storeTokens(await (await this.#ownApi()).useRecoveryCode(code));
  }

  async factorReset(): Promise<FactorReset> {
    return (await this.#ownApi()).factorReset();
  }

  async startFactorReset(): Promise<FactorReset> {
    return (await this.#ownApi()).startFactorReset();
  }

  async finishFactorReset(password: string): Promise<void> {
    await (await this.#ownApi()).finishFactorReset(password);
  }

  async objectTo(token: string): Promise<NotMeDone> {
    return (await this.#ownApi()).objectTo(token);
  }

  /** Loads the client for our sign-in routes on first use, because few users need it. */
  async #ownApi(): Promise<OwnAuthApi> {
    const { OwnAuthApi: Api } = await import('./own-auth-api.ts');
    return new Api(this.#retryAfter, async () => (await this.currentSession())?.access_token ?? null);
  }

  async enrollFactor(friendlyName: string): Promise<NewFactor> {
    const { id, totp } = await this.#askProved<Enrolled>(() =>
      this.#client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Vigía', friendlyName }),
    );
    return { id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri };
  }

  async confirmFactor(factorId: string, code: string): Promise<readonly string[] | null> {
    await this.#askProved(() => this.#client.auth.mfa.challengeAndVerify({ factorId, code }));
    return this.#proved.takeRecoveryCodes();
  }

  async removeFactor(factorId: string): Promise<void> {
    await this.#askProved(() => this.#client.auth.mfa.unenroll({ factorId }));
    // The session still contains the removed factor until it is renewed.
    await this.renewSession();
  }

  async loadProfile(userId: string): Promise<UserProfile> {
    const { data, error, status } = await this.#client.from('users').select('*').eq('id', userId).single();
    if (error) throw dataFailure(error, status);
    return UserProfile.parse(data);
  }

  async saveProfile(userId: string, changes: Parameters<AuthBackend['saveProfile']>[1]): Promise<void> {
    const { error, status } = await this.#client.from('users').update(changes).eq('id', userId);
    if (error) throw dataFailure(error, status);
  }

  /**
   * Sends a request. If the server requires a re-authentication proof, asks the user for it and repeats the request
   * once. The auth client holds a lock during a request, so the dialog opens only after the request.
   */
  async #askProved<Data>(send: () => Promise<Answer<Data>>): Promise<Data> {
    try {
      return await this.#ask(send());
    } catch (failure) {
      if (!(failure instanceof AuthFailure && wantsProof(failure.code)) || !(await this.#proofs.ask())) throw failure;
      return this.#ask(send());
    }
  }

  /**
   * Returns the data of the response.
   * @throws AuthFailure with a message for the user
   */
  async #ask<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
    this.#retryAfter.forget();
    const answer = await asked;
    if (answer.error !== null) throw authFailure(ServiceError.catch({}).parse(answer.error), this.#retryAfter.lastS);
    return answer.data;
  }
}

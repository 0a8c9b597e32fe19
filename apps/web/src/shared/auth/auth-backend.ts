import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';

export type Credentials = { readonly email: string; readonly password: string };

export type SignUpDetails = Credentials & {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
};

/** `confirm` = a mail is on its way; `taken` = the address already has an account. */
export type SignUpOutcome = 'signed-in' | 'confirm' | 'taken';

export type ProfileChanges = Partial<
  Pick<
    UserProfile,
    'username' | 'first_name' | 'last_name' | 'phone' | 'default_trade_amount' | 'max_concurrent_trades' | 'risk_level'
  >
>;

/** The auth and data service as this app uses it. Every failure is thrown as {@link AuthFailure}. */
export interface AuthBackend {
  /** Reports INITIAL_SESSION once, then every change; returns how to stop listening. */
  listen(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void;
  currentSession(): Promise<Session | null>;
  signIn(credentials: Credentials): Promise<void>;
  signUp(details: SignUpDetails): Promise<SignUpOutcome>;
  /** A demo account without e-mail. */
  signInAnonymously(): Promise<void>;
  /** Ends the session of this access token at the server and drops what the client holds. */
  signOut(accessToken: string | null): Promise<void>;
  /** Takes over tokens obtained elsewhere. */
  storeTokens(tokens: { readonly access_token: string; readonly refresh_token: string }): Promise<void>;
  loadProfile(userId: User['id']): Promise<UserProfile>;
  saveProfile(userId: User['id'], changes: ProfileChanges): Promise<void>;
}

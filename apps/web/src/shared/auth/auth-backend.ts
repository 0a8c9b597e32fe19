import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { UserProfile } from '@vigia/contract';

export type Credentials = { readonly email: string; readonly password: string };

export type SignUpDetails = Credentials & {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
};

/** `confirm` = look into the mail; said of addresses that already have an account too. */
export type SignUpOutcome = 'signed-in' | 'confirm';

/** Which mail a code or a repeated mail belongs to. */
export type MailKind = 'signup' | 'recovery' | 'email_change';

export type ProfileChanges = Partial<
  Pick<
    UserProfile,
    'username' | 'first_name' | 'last_name' | 'phone' | 'default_trade_amount' | 'max_concurrent_trades' | 'risk_level'
  >
>;

/** What the auth service keeps about a person and he may change; an `email` counts once its mail was answered. */
export type UserChanges = {
  readonly email?: string;
  readonly password?: string;
  /** Proof that it is the owner who asks; not needed after a recovery mail, nor by an anonymous person. */
  readonly currentPassword?: string;
};

/** A second factor that waits for its first code. */
export type NewFactor = {
  readonly id: string;
  /** A data URL for an image. */
  readonly qrCode: string;
  readonly secret: string;
  /** `otpauth://…` */
  readonly uri: string;
};

export type RawTokens = { readonly access_token: string; readonly refresh_token: string };

/** The auth and data service as this app uses it. Every failure is thrown as {@link AuthFailure}. */
export interface AuthBackend {
  /** Reports INITIAL_SESSION once, then every change; returns how to stop listening. */
  listen(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void;
  currentSession(): Promise<Session | null>;
  /** Why the link this page was opened with gave no session: the service's error code; null when nothing failed. */
  linkFault(): Promise<string | null>;
  signIn(credentials: Credentials): Promise<Session>;
  signUp(details: SignUpDetails): Promise<SignUpOutcome>;
  /** A demo account without e-mail. */
  signInAnonymously(): Promise<void>;
  /** Ends the session of this access token at the server and drops what the client holds. */
  signOut(accessToken: string | null): Promise<void>;
  /** Ends every session of the person but this one. */
  endOtherSessions(): Promise<void>;
  /** Takes over tokens obtained elsewhere. */
  storeTokens(tokens: RawTokens): Promise<void>;
  /** Renews the session, and with it what is known of the user: his factors, his confirmed address. */
  renewSession(): Promise<void>;

  /** Sends the mail of that kind once more; answers the same whether the address is known or not. */
  resend(kind: Exclude<MailKind, 'recovery'>, email: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  /** Signs in with the six digits of a mail. */
  verifyCode(kind: MailKind, email: string, code: string): Promise<void>;
  changeUser(changes: UserChanges): Promise<void>;

  /** Raises this session to aal2 with the six digits of the person's authenticator. */
  passSecondFactor(code: string): Promise<void>;
  /** Raises this session to aal2 with one of the recovery codes, which is used up. */
  passWithRecoveryCode(code: string): Promise<void>;
  /** `name` tells several factors of a person apart. */
  enrollFactor(name: string): Promise<NewFactor>;
  /** The first code makes the factor count; this session is raised to aal2. */
  confirmFactor(factorId: string, code: string): Promise<void>;
  removeFactor(factorId: string): Promise<void>;

  loadProfile(userId: User['id']): Promise<UserProfile>;
  saveProfile(userId: User['id'], changes: ProfileChanges): Promise<void>;
}

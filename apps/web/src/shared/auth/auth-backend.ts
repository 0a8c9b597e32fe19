import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { FactorReset, NotMeDone, UserProfile } from '@vigia/contract';

export type Credentials = { readonly email: string; readonly password: string };

export type SignUpDetails = Credentials & {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
};

/**
 * Result of a sign-up. `confirm`: the user must confirm by mail; it is also returned for addresses that already have an
 * account.
 */
export type SignUpOutcome = 'signed-in' | 'confirm';

/** The kind of mail to which a code or a repeated mail belongs. */
export type MailKind = 'signup' | 'recovery' | 'email_change';

export type ProfileChanges = Partial<
  Pick<
    UserProfile,
    'username' | 'first_name' | 'last_name' | 'phone' | 'default_trade_amount' | 'max_concurrent_trades' | 'risk_level'
  >
>;

/** Account fields that the user may change. A new `email` takes effect after its mail is confirmed. */
export type UserChanges = {
  readonly email?: string;
  readonly password?: string;
  /** Proof of ownership; not needed after a recovery mail, nor by an anonymous user. */
  readonly currentPassword?: string;
};

/** A second factor that waits for its first code. */
export type NewFactor = {
  readonly id: string;
  /** The QR code as a data URL of an image. */
  readonly qrCode: string;
  readonly secret: string;
  /** Address of the factor for an authenticator: `otpauth://…`. */
  readonly uri: string;
};

export type RawTokens = { readonly access_token: string; readonly refresh_token: string };

/** The auth and data service for this app. Every method throws {@link AuthFailure} on failure. */
export interface AuthBackend {
  /** Reports INITIAL_SESSION once, then every change. @returns the function that unsubscribes */
  listen(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void;
  currentSession(): Promise<Session | null>;
  /** Returns the error code of the service if the link of this page opened no session; null without an error. */
  linkFault(): Promise<string | null>;
  signIn(credentials: Credentials): Promise<Session>;
  signUp(details: SignUpDetails): Promise<SignUpOutcome>;
  /** Opens a demo account without e-mail. */
  signInAnonymously(): Promise<void>;
  /** Ends the session of this access token on the server and clears the client. */
  signOut(accessToken: string | null): Promise<void>;
  /** Ends every other session of the user. */
  endOtherSessions(): Promise<void>;
  /** Stores tokens that were obtained elsewhere. */
  storeTokens(tokens: RawTokens): Promise<void>;
  /** Renews the session and with it the user data, such as factors and the confirmed address. */
  renewSession(): Promise<void>;

  /** Resends a mail of that kind. The answer is the same for known and unknown addresses. */
  resend(kind: Exclude<MailKind, 'recovery'>, email: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  /** Signs in with the six digits of a mail. */
  verifyCode(kind: MailKind, email: string, code: string): Promise<void>;
  changeUser(changes: UserChanges): Promise<void>;
  /** Mails six digits, with which a user without a password proves who they are. */
  mailProofDigits(): Promise<void>;

  /** Raises this session to aal2 with six digits of the authenticator. */
  passSecondFactor(code: string): Promise<void>;
  /** Raises this session to aal2 with a recovery code, which works once. */
  passWithRecoveryCode(code: string): Promise<void>;
  /** The state of a request to enter without the second factor. This and the next two need a fresh recovery link. */
  factorReset(): Promise<FactorReset>;
  /** Starts the wait of a day after which the second factor can be removed. */
  startFactorReset(): Promise<FactorReset>;
  /** Removes all factors and sets this password. Every session ends, this one too. */
  finishFactorReset(password: string): Promise<void>;
  /** Performs the link 'No fui yo' of a mail. Needs no session. */
  objectTo(token: string): Promise<NotMeDone>;
  /** Starts setting up a factor; `name` distinguishes several factors of a user. */
  enrollFactor(name: string): Promise<NewFactor>;
  /**
   * Activates the factor with its first code and raises this session to aal2.
   * @returns the recovery codes that come with the first factor; null if there are codes already
   */
  confirmFactor(factorId: string, code: string): Promise<readonly string[] | null>;
  removeFactor(factorId: string): Promise<void>;

  loadProfile(userId: User['id']): Promise<UserProfile>;
  saveProfile(userId: User['id'], changes: ProfileChanges): Promise<void>;
}

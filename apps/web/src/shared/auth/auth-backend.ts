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
 * Result of a sign-up. `confirm`: the user must confirm the address by mail. The result is the same for an address that
 * already has an account.
 */
export type SignUpOutcome = 'signed-in' | 'confirm';

/** The kind of a mail: the app checks a code from a mail of this kind, or requests another mail of this kind. */
export type MailKind = 'signup' | 'recovery' | 'email_change';

export type ProfileChanges = Partial<
  Pick<
    UserProfile,
    'username' | 'first_name' | 'last_name' | 'phone' | 'default_trade_amount' | 'max_concurrent_trades' | 'risk_level'
  >
>;

/** The account fields that the user may change. A new `email` applies only after the user confirms it by mail. */
export type UserChanges = {
  readonly email?: string;
  readonly password?: string;
  /**
   * The current password as proof that the user owns the account. It is not required after a recovery mail, or for an
   * anonymous user.
   */
  readonly currentPassword?: string;
};

/** A second factor that the user has not confirmed with a first code yet. */
export type NewFactor = {
  readonly id: string;
  /** The QR code as a data URL of an image. */
  readonly qrCode: string;
  readonly secret: string;
  /** Setup address for an authenticator app: `otpauth://…`. */
  readonly uri: string;
};

export type RawTokens = { readonly access_token: string; readonly refresh_token: string };

/** The service for authentication and profile. Every method throws {@link AuthFailure} on failure. */
export interface AuthBackend {
  /**
   * Emits INITIAL_SESSION once, then an event for every change.
   * @returns the function that unsubscribes
   */
  listen(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void;
  currentSession(): Promise<Session | null>;
  /**
   * Returns the error code if this page was opened with an emailed link and the link opened no session. Returns the
   * name of the error if it has no code, and null if there was no error.
   */
  linkFault(): Promise<string | null>;
  signIn(credentials: Credentials): Promise<Session>;
  signUp(details: SignUpDetails): Promise<SignUpOutcome>;
  /** Opens a demo account without an email address. */
  signInAnonymously(): Promise<void>;
  /** Ends the session of this access token on the server and in this browser. */
  signOut(accessToken: string | null): Promise<void>;
  /** Ends every other session of the user. */
  endOtherSessions(): Promise<void>;
  /** Stores session tokens that another client has obtained. */
  storeTokens(tokens: RawTokens): Promise<void>;
  /**
   * Renews the session. The new session contains the current user data, such as second factors and the confirmed
   * address.
   */
  renewSession(): Promise<void>;

  /** Requests another mail of this kind. The response is the same whether or not the address has an account. */
  resend(kind: Exclude<MailKind, 'recovery'>, email: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  /** Signs in with the six digits of a mail. */
  verifyCode(kind: MailKind, email: string, code: string): Promise<void>;
  changeUser(changes: UserChanges): Promise<void>;
  /** Requests a mail with six digits. A user without a password proves their identity with these digits. */
  mailProofDigits(): Promise<void>;

  /** Raises this session to aal2 (second factor passed) with six digits of the authenticator. */
  passSecondFactor(code: string): Promise<void>;
  /** Raises this session to aal2 (second factor passed) with a recovery code. Each code works once. */
  passWithRecoveryCode(code: string): Promise<void>;
  /**
   * Returns the state of the user's request to remove the second factor. This method and the next two require a session
   * that a recent recovery link opened.
   */
  factorReset(): Promise<FactorReset>;
  /** Starts the waiting period of one day, after which the user can remove the second factor. */
  startFactorReset(): Promise<FactorReset>;
  /** Removes all factors and sets this password. Ends every session, including this one. */
  finishFactorReset(password: string): Promise<void>;
  /** Executes the link 'No fui yo' (it was not me) of a mail. It requires no session. */
  objectTo(token: string): Promise<NotMeDone>;
  /** Starts the setup of a second factor. `name` distinguishes several factors of a user. */
  enrollFactor(name: string): Promise<NewFactor>;
  /**
   * Activates a second factor with its first code and raises this session to aal2 (second factor passed).
   * @returns the recovery codes that the server creates with the first factor; null if the user already has codes
   */
  confirmFactor(factorId: string, code: string): Promise<readonly string[] | null>;
  removeFactor(factorId: string): Promise<void>;

  loadProfile(userId: User['id']): Promise<UserProfile>;
  saveProfile(userId: User['id'], changes: ProfileChanges): Promise<void>;
}

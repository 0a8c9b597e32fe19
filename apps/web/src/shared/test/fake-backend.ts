import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { FactorReset, NotMeDone, UserProfile } from '@vigia/contract';
import type {
  AuthBackend,
  Credentials,
  MailKind,
  ProfileChanges,
  SignUpDetails,
  UserChanges,
} from '../auth/auth-backend.ts';

const USER: User = {
  id: '7b6d2f60-8f3d-4d0e-9a51-000000000001',
  aud: 'authenticated',
  email: 'camila@correo.com',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
};

const VERIFIED_FACTOR = {
  id: 'f-1',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
} as const;

type Claims = { readonly aal?: 'aal1' | 'aal2'; readonly amr?: readonly { readonly method: string }[] };

/**
 * Creates a session whose access token contains these claims. The token has no signature, because in tests only the
 * screen reads it.
 */
export function sessionOf(user: Partial<User> = {}, claims: Claims = { aal: 'aal1' }): Session {
  return {
    access_token: `h.${btoa(JSON.stringify(claims))}.s`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3_600,
    user: { ...USER, ...user },
  };
}

/** A session that was opened by password, of a user who has not passed the second factor yet. */
export const SECOND_FACTOR_PENDING = sessionOf({ factors: [VERIFIED_FACTOR] });

export const PROFILE: UserProfile = {
  id: USER.id,
  username: 'camila',
  email: 'camila@correo.com',
  first_name: 'Camila',
  last_name: null,
  phone: null,
  is_active: true,
  is_verified: true,
  is_admin: true,
  is_premium: true,
  default_trade_amount: 10,
  max_concurrent_trades: 3,
  risk_level: 'medium',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

/** Response of the auth service to the setup of a second factor. */
export const ENROLLED_FACTOR = {
  id: 'f-1',
  qrCode: 'data:image/svg+xml;utf-8,<svg/>',
  secret: 'ABC',
  uri: 'otpauth://totp/x',
};

/** A fake auth service. It records its calls, and throws the errors in `faults`. */
export class FakeBackend implements AuthBackend {
  /** The calls in order, each as method and arguments. */
  readonly asked: (readonly [keyof AuthBackend, ...unknown[]])[] = [];
  /** Errors that the next calls of a method throw. */
  readonly faults: Partial<Record<keyof AuthBackend, Error | null>> = {};
  initial: Session | null = null;
  /** The session that the next sign-in, code or second factor opens. */
  next: Session = sessionOf();
  signUpOutcome: 'signed-in' | 'confirm' = 'confirm';
  fault: string | null = null;
  reset: FactorReset = { state: 'none' };
  objection: NotMeDone = { email: 'camila@correo.com', factor_removed: false, address: 'unchanged' };
  profile: UserProfile = PROFILE;
  #listener: (event: AuthChangeEvent, session: Session | null) => void = () => {};

  /** Emits an event as if another tab or the timer of the auth client caused it. */
  emit(event: AuthChangeEvent, session: Session | null): void {
    this.initial = session;
    this.#listener(event, session);
  }

  argumentsOf(method: keyof AuthBackend): readonly (readonly unknown[])[] {
    return this.asked.filter(([name]) => name === method).map(([, ...values]) => values);
  }

  listen(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void {
    this.#listener = listener;
    queueMicrotask(() => listener('INITIAL_SESSION', this.initial));
    return () => {};
  }
  currentSession = async () => this.initial;
  linkFault = async () => this.fault;
  signIn = async (credentials: Credentials) => {
    this.#note('signIn', credentials);
    this.emit('SIGNED_IN', this.next);
    return this.next;
  };
  signUp = async (details: SignUpDetails) => {
    this.#note('signUp', details);
    return this.signUpOutcome;
  };
  signInAnonymously = async () => {
    this.#note('signInAnonymously');
    this.emit('SIGNED_IN', this.next);
  };
  signOut = async (accessToken: string | null) => this.#note('signOut', accessToken);
  endOtherSessions = async () => this.#note('endOtherSessions');
  storeTokens = async (tokens: unknown) => this.#note('storeTokens', tokens);
  renewSession = async () => {
    this.#note('renewSession');
    this.emit('TOKEN_REFRESHED', this.next);
  };
  resend = async (kind: MailKind, email: string) => this.#note('resend', kind, email);
  requestPasswordReset = async (email: string) => this.#note('requestPasswordReset', email);
  verifyCode = async (kind: MailKind, email: string, code: string) => {
    this.#note('verifyCode', kind, email, code);
    this.emit(kind === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN', this.next);
  };
  changeUser = async (changes: UserChanges) => {
    this.#note('changeUser', changes);
    this.emit('USER_UPDATED', this.next);
  };
  passSecondFactor = async (code: string) => {
    this.#note('passSecondFactor', code);
    this.emit('MFA_CHALLENGE_VERIFIED', this.next);
  };
  passWithRecoveryCode = async (code: string) => {
    this.#note('passWithRecoveryCode', code);
    this.emit('SIGNED_IN', this.next);
  };
  factorReset = async () => {
    this.#note('factorReset');
    return this.reset;
  };
  startFactorReset = async () => {
    this.#note('startFactorReset');
    return this.reset;
  };
  finishFactorReset = async (password: string) => this.#note('finishFactorReset', password);
  objectTo = async (token: string) => {
    this.#note('objectTo', token);
    return this.objection;
  };
  enrollFactor = async (name: string) => {
    this.#note('enrollFactor', name);
    return ENROLLED_FACTOR;
  };
  /** The recovery codes that the service returns when a factor is confirmed. */
  recoveryCodes: readonly string[] | null = null;
  confirmFactor = async (factorId: string, code: string) => {
    this.#note('confirmFactor', factorId, code);
    return this.recoveryCodes;
  };
  mailProofDigits = async () => this.#note('mailProofDigits');
  removeFactor = async (factorId: string) => this.#note('removeFactor', factorId);
  loadProfile = async (userId: string) => {
    this.#note('loadProfile', userId);
    return this.profile;
  };
  saveProfile = async (userId: string, changes: ProfileChanges) => this.#note('saveProfile', userId, changes);

  #note(method: keyof AuthBackend, ...values: unknown[]): void {
    this.asked.push([method, ...values]);
    const fault = this.faults[method];
    if (fault) throw fault;
  }
}

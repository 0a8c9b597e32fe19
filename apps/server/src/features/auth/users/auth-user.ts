/** An authentication method that a session used, and when it did (`timestamp`, epoch seconds). */
export type AuthenticationMethod = {
  readonly method: 'password' | 'anonymous' | 'email/signup' | 'recovery' | 'email_change' | 'totp' | 'recovery_code';
  readonly timestamp: number;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Metadata that users write themselves (`user_metadata`). It never grants rights. */
export type Metadata = Readonly<Record<string, Json>>;

/** A user as the auth service stores them. */
export type AuthUser = {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly phoneConfirmedAt: Date | null;
  readonly confirmationSentAt: Date | null;
  readonly recoverySentAt: Date | null;
  /** A new address that is not confirmed yet; null if there is none. */
  readonly newEmail: string | null;
  readonly emailChangeSentAt: Date | null;
  readonly isAnonymous: boolean;
  readonly metadata: Metadata;
  readonly lastSignInAt: Date | null;
  readonly bannedUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const isBanned = (user: Pick<AuthUser, 'bannedUntil'>, nowMs: number): boolean =>
  // PostgreSQL's 'infinity' becomes an invalid Date (NaN). The negated comparison treats it as a permanent ban.
  user.bannedUntil !== null && !(user.bannedUntil.getTime() <= nowMs);

/** Returns a user who has just requested an account and has not confirmed the address yet. */
export const unconfirmedUser = (person: { id: string; email: string; metadata: Metadata; now: Date }): AuthUser => ({
  id: person.id,
  email: person.email,
  phone: null,
  passwordHash: null,
  emailConfirmedAt: null,
  phoneConfirmedAt: null,
  confirmationSentAt: person.now,
  recoverySentAt: null,
  newEmail: null,
  emailChangeSentAt: null,
  isAnonymous: false,
  metadata: person.metadata,
  lastSignInAt: null,
  bannedUntil: null,
  createdAt: person.now,
  updatedAt: person.now,
});

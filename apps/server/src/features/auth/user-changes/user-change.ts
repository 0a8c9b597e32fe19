import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import type { AuthUser, Metadata } from '../users/auth-user.ts';

/** What a person wants to change about his account; what is not there stays. `email` is lower-case. */
export type UserChange = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** Proof that the change comes from the owner: the password so far, or the six digits he was mailed. */
  readonly currentPassword?: string | undefined;
  readonly nonce?: string | undefined;
  readonly data?: Metadata | undefined;
  readonly appMetadata?: unknown;
  /** For the link to a new address. */
  readonly redirectTo: string | null;
  readonly challenge: CodeChallenge | null;
};

/** What of it needs a proof; null where nothing changes. */
export type CredentialWish = { readonly email: string | null; readonly password: string | null };

/** The address a person has already is no change. */
export const credentialsIn = (user: AuthUser, { email, password }: UserChange): CredentialWish => ({
  email: email && email !== user.email ? email : null,
  password: password ?? null,
});

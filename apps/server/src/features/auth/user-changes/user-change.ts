import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import type { AuthUser, Metadata } from '../users/auth-user.ts';

/** Changes that a user requests; absent fields do not change. `email` is lower-case. */
export type UserChange = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** Proof that the change comes from the owner: the current password, or the mailed six digits. */
  readonly currentPassword?: string | undefined;
  readonly nonce?: string | undefined;
  /** True if the request carried a fresh proof, which replaces the two above. */
  readonly isProved: boolean;
  readonly data?: Metadata | undefined;
  readonly appMetadata?: unknown;
  /** Address to return to from the link to a new address. */
  readonly redirectTo: string | null;
  readonly challenge: CodeChallenge | null;
};

/** The changes that need a proof; null: no change. */
export type CredentialChange = { readonly email: string | null; readonly password: string | null };

/** Returns the changes of credentials. A new address equal to the current one is no change. */
export const credentialsIn = (user: AuthUser, { email, password }: UserChange): CredentialChange => ({
  email: email && email !== user.email ? email : null,
  password: password ?? null,
});

import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import type { AuthUser, Metadata } from '../users/auth-user.ts';

/** Changes of a user's own account; absent fields stay unchanged. `email` is lower-case. */
export type UserChange = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /**
   * The current password, as proof that the owner makes the change. The six mailed digits in `nonce` are an
   * alternative.
   */
  readonly currentPassword?: string | undefined;
  readonly nonce?: string | undefined;
  /** True if the request carries a re-authentication proof, which replaces the current password and the digits. */
  readonly isProved: boolean;
  readonly data?: Metadata | undefined;
  readonly appMetadata?: unknown;
  /** Address that the link in the mail to a new address redirects to. */
  readonly redirectTo: string | null;
  readonly challenge: CodeChallenge | null;
};

/** The changes that need proof that the owner makes them. A field that is null does not change. */
export type CredentialChange = { readonly email: string | null; readonly password: string | null };

/** Returns the requested changes of credentials. An address equal to the current one is not a change. */
export const credentialsIn = (user: AuthUser, { email, password }: UserChange): CredentialChange => ({
  email: email && email !== user.email ? email : null,
  password: password ?? null,
});

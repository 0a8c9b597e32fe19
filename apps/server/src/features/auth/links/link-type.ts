import type { TokenKind } from '../one-time-tokens/one-time-token.ts';
import type { AuthenticationMethod } from '../users/auth-user.ts';

/** The proofs that a link, or the six digits in its mail, can give. */
export type LinkType = Exclude<TokenKind, 'reauthentication'>;
export type LinkMethod = Extract<AuthenticationMethod['method'], 'email/signup' | 'recovery' | 'email_change'>;

/** The authentication method of a session that a link opened. */
export const LINK_METHODS = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<LinkType, LinkMethod>;

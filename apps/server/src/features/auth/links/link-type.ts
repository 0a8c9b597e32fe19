import type { TokenKind } from '../one-time-tokens/one-time-token.ts';
import type { AuthenticationMethod } from '../users/auth-user.ts';

/** The types of mailed links. A user may type the six digits of the same mail instead of following the link. */
export type LinkType = Exclude<TokenKind, 'reauthentication'>;
export type LinkMethod = Extract<AuthenticationMethod['method'], 'email/signup' | 'recovery' | 'email_change'>;

/** The authentication method of a session that was opened by a link. */
export const LINK_METHODS = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<LinkType, LinkMethod>;

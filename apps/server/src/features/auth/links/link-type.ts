import type { TokenKind } from '../one-time-tokens/one-time-token.ts';
import type { AuthenticationMethod } from '../users/auth-user.ts';

/** What a link, or the six digits in its mail, can prove. */
export type LinkType = Exclude<TokenKind, 'reauthentication'>;
export type LinkMethod = Extract<AuthenticationMethod['method'], 'email/signup' | 'recovery' | 'email_change'>;

/** How a session that came of a link says its owner proved who he is. */
export const LINK_METHODS = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<LinkType, LinkMethod>;

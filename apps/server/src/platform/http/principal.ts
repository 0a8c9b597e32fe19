import type { BotScope } from '@vigia/core/vocabulary';

/** Who a request speaks for, once its token has been checked and found alive. */
export type Principal = {
  readonly userId: string;
  /** The session, or the bot token; a SESSION_ENDED of this id ends whatever is open for it. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
  /** null for a person, who may do all that is his; a bot may do what its scopes cover. */
  readonly scopes: readonly BotScope[] | null;
};

/** Each of these is an error code of the API too. */
export type AuthenticationFailure =
  | 'not_authenticated'
  | 'token_expired'
  /** The person has a second factor and this session has not shown it. */
  | 'second_factor_needed'
  /** No such token, or no longer. */
  | 'bot_token_unknown'
  | 'bot_token_paused'
  /** A bot token used from an address it was not made for. */
  | 'bot_token_address';

/** Turns a bearer token into a principal; the auth feature implements it, every protected route uses it. */
export interface Authenticator {
  /** @param ip the caller's address */
  authenticate(token: string, ip: string): Promise<Principal | AuthenticationFailure>;
}

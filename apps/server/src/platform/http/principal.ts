import type { BotScope } from '@vigia/core/vocabulary';

/** The user a request acts for, after its token was verified and its session found active. */
export type Principal = {
  readonly userId: string;
  /** The id of the session or the bot token. A SESSION_ENDED with this id closes everything open for it. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
  /** null for a user, who may use all own data; a bot is limited to its scopes. */
  readonly scopes: readonly BotScope[] | null;
};

/** Each of these is also an error code of the API. */
export type AuthenticationFailure =
  | 'not_authenticated'
  | 'token_expired'
  /** The user has a second factor, which this session has not used. */
  | 'second_factor_needed'
  /** The token does not exist, or was deleted. */
  | 'bot_token_unknown'
  | 'bot_token_paused'
  /** A bot token used from an address outside its allow-list. */
  | 'bot_token_address';

/** Turns a bearer token into a principal. The auth feature implements it; every protected route uses it. */
export interface Authenticator {
  /** @param ip the caller's address */
  authenticate(token: string, ip: string): Promise<Principal | AuthenticationFailure>;
}

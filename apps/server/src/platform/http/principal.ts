import type { BotScope } from '@vigia/core/vocabulary';

/** The user of a request whose token was verified and whose session is open. */
export type Principal = {
  readonly userId: string;
  /** Id of the session or the bot token. SESSION_ENDED with this id closes everything that was opened with it. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
  /** Scopes of a bot; null for a user, who may access all their own data. */
  readonly scopes: readonly BotScope[] | null;
};

/** The author of a change. The scopes determine the rights of the author. */
export type Author = Pick<Principal, 'userId' | 'scopes'>;

/** Each of these is also an error code of the API. */
export type AuthenticationFailure =
  | 'not_authenticated'
  | 'token_expired'
  /** The user has a second factor that was not given in this session. */
  | 'second_factor_needed'
  /** The bot token does not exist, or was deleted. */
  | 'bot_token_unknown'
  | 'bot_token_paused'
  /** A bot token was used from an address that it does not allow. */
  | 'bot_token_address';

/** Authenticates a bearer token. The auth feature implements it, and every protected route uses it. */
export interface Authenticator {
  /**
   * Returns the user of a token, or the reason for which the token is refused.
   * @param ip address of the client
   */
  authenticate(token: string, ip: string): Promise<Principal | AuthenticationFailure>;
}

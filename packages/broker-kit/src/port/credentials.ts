import type { EpochMs } from '@vigia/core/kernel';

/**
 * A user's credentials at a broker. They are secret: they are never logged, and the server sends them only to this
 * broker.
 */
export type BrokerCredentials =
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  /** Token of Deriv: a personal access token with its app id (new API), or a v3 token with its numeric app id. */
  | { readonly kind: 'api_token'; readonly token: string; readonly appId: string }
  /** Session of the user's own browser: its token, its cookies and its User-Agent if the session is bound to it. */
  | {
      readonly kind: 'browser_session';
      readonly token: string;
      readonly cookies: string | null;
      readonly userAgent: string | null;
    }
  | ConsentTokens;

/** Tokens that the broker issued after the user granted access on its own page (OAuth 2, RFC 6749). */
export type ConsentTokens = {
  readonly kind: 'oauth';
  readonly accessToken: string;
  /** Renews the access token; null if the broker issued none. */
  readonly refreshToken: string | null;
  /** End of the access token; null if the broker did not state it. */
  readonly expiresAtMs: EpochMs | null;
};

export type CredentialKind = BrokerCredentials['kind'];

/** Credentials that users enter in a form. The others come from the broker's own page. */
export type FormCredentials = Exclude<BrokerCredentials, ConsentTokens>;
export type FormKind = FormCredentials['kind'];

/**
 * A user's credentials at a broker. All of it is secret: it is never logged and leaves the server only for that broker.
 */
export type BrokerCredentials =
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  /** Deriv: a personal access token with its app id (new API), or a v3 token with its numeric app id. */
  | { readonly kind: 'api_token'; readonly token: string; readonly appId: string }
  /**
   * Taken from the user's own browser: the session's token, its cookies and, where needed, the User-Agent it is bound
   * to.
   */
  | {
      readonly kind: 'browser_session';
      readonly token: string;
      readonly cookies: string | null;
      readonly userAgent: string | null;
    };

export type CredentialKind = BrokerCredentials['kind'];

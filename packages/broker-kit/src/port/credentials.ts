/**
 * A user's credentials at a broker. They are secret: they are never logged and leave the server only for this broker.
 */
export type BrokerCredentials =
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  /** Token of Deriv: a personal access token with its app id (new API), or a v3 token with its numeric app id. */
  | { readonly kind: 'api_token'; readonly token: string; readonly appId: string }
  /** Session of the user's own browser: its token, its cookies and, if the session is bound to it, its User-Agent. */
  | {
      readonly kind: 'browser_session';
      readonly token: string;
      readonly cookies: string | null;
      readonly userAgent: string | null;
    };

export type CredentialKind = BrokerCredentials['kind'];

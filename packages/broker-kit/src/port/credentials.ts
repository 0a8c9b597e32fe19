/**
 * What opens a person's account at a broker. All of it is secret: it is never logged and never leaves the server but to
 * that broker.
 */
export type BrokerCredentials =
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  /** Deriv: a personal access token with its app id (new API), or a v3 token with its numeric app id. */
  | { readonly kind: 'api_token'; readonly token: string; readonly appId: string }
  /** Taken from the person's own browser: the session's token, its cookies and the User-Agent it is bound to, where needed. */
  | {
      readonly kind: 'browser_session';
      readonly token: string;
      readonly cookies: string | null;
      readonly userAgent: string | null;
    };

export type CredentialKind = BrokerCredentials['kind'];

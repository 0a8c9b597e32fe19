import type { Clock, Result } from '@vigia/core/kernel';
import type { ConsentTokens } from './credentials.ts';
import type { BrokerFault } from './faults.ts';

/** Registration of this installation at the broker. */
export type ConsentClient = {
  readonly clientId: string;
  /** Address that the broker's page returns to, exactly as registered at the broker. */
  readonly redirectUri: string;
};

/** One OAuth request. `state` and `verifier` are secret base64url texts of 43 to 128 characters, used once. */
export type ConsentRequest = ConsentClient & {
  /** The broker returns this value with its response, so that the response belongs to this request. */
  readonly state: string;
  /** Proves, when the code is exchanged, that the same party requested it (RFC 7636). Only this server knows it. */
  readonly verifier: string;
};

/** Dependencies of the OAuth sign-in: a clock, and origins as in `BrokerDeps`. */
export type ConsentDeps = { readonly clock: Clock; readonly origins: Readonly<Record<string, string>> };

/** OAuth 2 sign-in on the broker's own page, with an authorization code and PKCE (S256). */
export interface BrokerConsent {
  /** Returns the address of the broker's page where the user grants access. Does not contact the broker. */
  pageOf(request: ConsentRequest, deps: ConsentDeps): Promise<string>;
  /**
   * Exchanges the code of the response for tokens. The broker accepts a code once.
   * @returns `auth_invalid`: the broker refuses the code, which has expired or was used
   */
  exchange(code: string, request: ConsentRequest, deps: ConsentDeps): Promise<Result<ConsentTokens, BrokerFault>>;
  /**
   * Renews the tokens. The broker may refuse the previous refresh token afterwards. The caller therefore allows one
   * renewal at a time, and stores the result before it uses it.
   * @returns `auth_invalid`: the broker refuses the refresh token, so the user must sign in on the broker's page again
   */
  renew(refreshToken: string, client: ConsentClient, deps: ConsentDeps): Promise<Result<ConsentTokens, BrokerFault>>;
}

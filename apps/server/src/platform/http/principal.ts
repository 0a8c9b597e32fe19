/** Who a request speaks for, once its token has been checked and its session found alive. */
export type Principal = {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly aal: 'aal1' | 'aal2';
};

export type AuthenticationFailure = 'not_authenticated' | 'token_expired';

/** Turns a bearer token into a principal; the auth feature implements it, every protected route uses it. */
export interface Authenticator {
  authenticate(accessToken: string): Promise<Principal | AuthenticationFailure>;
}

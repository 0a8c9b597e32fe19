import { sendHttpRequest } from '@vigia/broker-kit/http';
import type { BrokerConsent, BrokerFault, ConsentClient, ConsentDeps, ConsentTokens } from '@vigia/broker-kit/port';
import { epochMs, err, ok, type Result } from '@vigia/core/kernel';
import * as oauth from 'oauth4webapi';
import { network } from './errors.ts';

/** Host of Deriv's sign-in pages and tokens (docs/spec/brokers/deriv.md §3). */
const AUTH_ORIGIN = 'https://auth.deriv.com';

/** The only scope that trading needs. Tokens with only this scope can neither move money nor manage the account. */
const SCOPE = 'trade';

/** Sign-in on Deriv's own OAuth page. The client has no secret: Deriv identifies it by its id alone. */
export const derivConsent: BrokerConsent = {
  async pageOf({ clientId, redirectUri, state, verifier }, { origins }) {
    const page = new URL(serverAt(origins).authorization_endpoint);
    const fields = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(fields)) page.searchParams.set(name, value);
    return page.href;
  },

  exchange: (code, { state, verifier, ...client }, deps) =>
    tokensFrom(deps, null, async (server, own, options) => {
      const answer = oauth.validateAuthResponse(server, own(client), new URLSearchParams({ code, state }), state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        own(client),
        oauth.None(),
        answer,
        client.redirectUri,
        verifier,
        options,
      );
      return oauth.processAuthorizationCodeResponse(server, own(client), response);
    }),

  renew: (refreshToken, client, deps) =>
    tokensFrom(deps, refreshToken, async (server, own, options) => {
      const response = await oauth.refreshTokenGrantRequest(server, own(client), oauth.None(), refreshToken, options);
      return oauth.processRefreshTokenResponse(server, own(client), response);
    }),
};

type Ask = (
  server: oauth.AuthorizationServer,
  own: (client: ConsentClient) => oauth.Client,
  options: oauth.TokenEndpointRequestOptions,
) => Promise<oauth.TokenEndpointResponse>;

/**
 * Sends a request to the token endpoint. Faults never contain the library's error text, because this text may quote the
 * response and with it a token.
 * @param refreshToken the refresh token to keep if the response contains no new one
 */
async function tokensFrom(
  deps: ConsentDeps,
  refreshToken: string | null,
  ask: Ask,
): Promise<Result<ConsentTokens, BrokerFault>> {
  const line = lineOf(deps);
  const sentMs = deps.clock.now();
  try {
    const answer = await ask(serverAt(deps.origins), ({ clientId }) => ({ client_id: clientId }), {
      [oauth.customFetch]: line.fetch,
      // This setting is safe: the server does not start with http origins outside this machine (`BROKER_ORIGINS`).
      [oauth.allowInsecureRequests]: true,
    });
    const { access_token: accessToken, refresh_token: nextToken, expires_in: lifeS } = answer;
    const expiresAtMs = lifeS === undefined ? null : epochMs(sentMs + lifeS * 1_000);
    return ok({ kind: 'oauth', accessToken, refreshToken: nextToken ?? refreshToken, expiresAtMs });
  } catch (error) {
    return err(line.fault() ?? faultOf(error));
  }
}

const serverAt = (origins: ConsentDeps['origins']) => {
  const issuer = origins['auth'] ?? AUTH_ORIGIN;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/auth`,
    token_endpoint: `${issuer}/oauth2/token`,
  } satisfies oauth.AuthorizationServer;
};

/** Sends the library's requests with `sendHttpRequest`, and therefore through the outgoing proxy. */
function lineOf({ clock }: ConsentDeps) {
  let fault: BrokerFault | null = null;
  const fetch = async (url: string, { headers, body }: { headers: Record<string, string>; body?: unknown }) => {
    const answer = await sendHttpRequest(clock, { method: 'POST', url, headers, body: String(body) });
    if (!answer.ok) {
      fault = answer.error;
      throw new Error('no answer');
    }
    const { status, headers: heads, body: text } = answer.value;
    fault = faultOfStatus(status, heads);
    return new Response(text, { status, headers: heads });
  };
  return { fetch, fault: () => fault };
}

/** Returns the fault that the HTTP status alone determines; null if the body must be read. */
function faultOfStatus(status: number, headers: Headers): BrokerFault | null {
  const detail = `${status} at the token endpoint`;
  if (status === 401) return { kind: 'auth_invalid', detail };
  if (status === 429) return { kind: 'auth_rate_limited', detail, retryAfterMs: waitMs(headers.get('retry-after')) };
  return status >= 500 ? network(detail) : null;
}

const waitMs = (retryAfter: string | null): number => {
  const afterS = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(afterS) ? afterS * 1_000 : 60_000;
};

/** OAuth error codes after which the user, or the operator of this installation, must act (RFC 6749 §5.2). */
const REFUSED: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'access_denied',
]);

function faultOf(error: unknown): BrokerFault {
  if (!(error instanceof oauth.ResponseBodyError)) return { kind: 'unknown', detail: 'an answer in an unknown form' };
  const isRefused = REFUSED.has(error.error);
  return { kind: isRefused ? 'auth_invalid' : 'unknown', detail: isRefused ? error.error : 'an unknown error code' };
}

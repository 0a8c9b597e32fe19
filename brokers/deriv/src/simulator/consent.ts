import { createHash } from 'node:crypto';
import type { HttpReply, HttpRequest } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { consentPage } from './consent-page.ts';

const PATH = '/oauth2/auth';
const TOKEN_PATH = '/oauth2/token';
const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_S = 3_600;

/** A client's OAuth request, and the login that granted access. */
type Grant = { readonly clientId: string; readonly redirectUri: string; readonly challenge: string; login: string };
type Code = Grant & { readonly untilMs: number };

/**
 * Deriv's sign-in pages and token endpoint. Codes and refresh tokens are valid once. If one is used again, every token
 * of its grant becomes invalid, as RFC 9700 recommends. Every client id of letters and digits is accepted, with any
 * return address on this machine.
 */
export class OAuthServer {
  readonly #clock: Clock;
  readonly #codes = new Map<string, Code>();
  readonly #accesses = new Map<string, { readonly grant: Grant; readonly untilMs: number }>();
  readonly #refreshes = new Map<string, Grant>();
  /** Codes and refresh tokens that were used, with their grants. */
  readonly #used = new Map<string, Grant>();
  /** Lifetime of new access tokens, in seconds. */
  lifeS = TOKEN_LIFE_S;
  /** Number of renewals so far. */
  renewals = 0;
  /** Every code and token that was issued, the oldest first. */
  readonly issued: string[] = [];
  /** If true, the token endpoint executes the next request but does not answer it. */
  losesNextAnswer = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the login of an access token; null if the token is unknown, expired or revoked. */
  loginOf(authorization: string | undefined): string | null {
    const access = this.#accesses.get(authorization?.replace(/^Bearer /, '') ?? '');
    return access === undefined || this.#clock.now() >= access.untilMs ? null : access.grant.login;
  }

  /** Makes all tokens invalid, as if the user had revoked them at Deriv. */
  revokeAll(): void {
    this.#accesses.clear();
    this.#refreshes.clear();
  }

  /** Returns the reply to a request of the sign-in pages: undefined for another path; null to cut the connection. */
  answer(request: HttpRequest): HttpReply | null | undefined {
    const { pathname } = request.url;
    if (pathname === PATH) return request.method === 'POST' ? this.#decide(request) : this.#ask(request);
    if (pathname !== TOKEN_PATH) return undefined;
    const reply =
      request.method === 'POST' ? this.#token(new URLSearchParams(request.body)) : refuse('invalid_request');
    const isLost = this.losesNextAnswer;
    this.losesNextAnswer = false;
    return isLost ? null : reply;
  }

  #ask({ url }: HttpRequest): HttpReply {
    return grantOf(url.searchParams) === null ? badRequest() : consentPage(url.search);
  }

  #decide({ url, body }: HttpRequest): HttpReply {
    const grant = grantOf(url.searchParams);
    const form = new URLSearchParams(body);
    if (grant === null) return badRequest();
    if (form.get('decision') !== 'allow') return backTo(grant, url, { error: 'access_denied' });
    const code = this.#secret('ory_ac');
    const login = form.get('login') ?? '';
    if (!/^[a-z0-9]+$/.test(login)) return badRequest();
    this.#codes.set(code, { ...grant, login, untilMs: this.#clock.now() + CODE_LIFE_MS });
    return backTo(grant, url, { code });
  }

  #token(form: URLSearchParams): HttpReply {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#redeem(form);
      case 'refresh_token':
        return this.#renew(form);
      default:
        return refuse('unsupported_grant_type');
    }
  }

  #redeem(form: URLSearchParams): HttpReply {
    const text = form.get('code') ?? '';
    const code = this.#codes.get(text);
    if (code === undefined) return this.#refuseUsed(text);
    this.#codes.delete(text);
    this.#used.set(text, code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isTheirs = form.get('client_id') === code.clientId && form.get('redirect_uri') === code.redirectUri;
    const isValid = isTheirs && proof === code.challenge && this.#clock.now() < code.untilMs;
    return isValid ? this.#issue(code) : refuse('invalid_grant');
  }

  #renew(form: URLSearchParams): HttpReply {
    const text = form.get('refresh_token') ?? '';
    const grant = this.#refreshes.get(text);
    if (grant === undefined) return this.#refuseUsed(text);
    if (form.get('client_id') !== grant.clientId) return refuse('invalid_grant');
    this.#refreshes.delete(text);
    this.#used.set(text, grant);
    this.renewals += 1;
    return this.#issue(grant);
  }

  #refuseUsed(text: string): HttpReply {
    const grant = this.#used.get(text);
    for (const [token, access] of this.#accesses) if (access.grant === grant) this.#accesses.delete(token);
    for (const [token, other] of this.#refreshes) if (other === grant) this.#refreshes.delete(token);
    return refuse('invalid_grant');
  }

  #issue(grant: Grant): HttpReply {
    const access = this.#secret('ory_at');
    const refresh = this.#secret('ory_rt');
    this.#accesses.set(access, { grant, untilMs: this.#clock.now() + this.lifeS * 1_000 });
    this.#refreshes.set(refresh, grant);
    const tokens = { access_token: access, refresh_token: refresh, expires_in: this.lifeS };
    return json(200, { ...tokens, token_type: 'bearer', scope: 'trade' });
  }

  /** Returns a text as long as a real token, different each time. It need not be hard to guess. */
  #secret(prefix: string): string {
    const text = `${prefix}_${createHash('sha256').update(`${prefix} ${this.issued.length}`).digest('base64url')}`;
    this.issued.push(text);
    return text;
  }
}

function grantOf(query: URLSearchParams): Grant | null {
  const [clientId, redirectUri, challenge] = ['client_id', 'redirect_uri', 'code_challenge'].map(
    (name) => query.get(name) ?? '',
  );
  const isAsked = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
  const isComplete = isAsked && query.has('state') && query.get('scope')?.split(' ').includes('trade');
  const isKnown = /^\w{1,64}$/.test(clientId ?? '') && isHere(redirectUri ?? '') && /^[\w-]{43}$/.test(challenge ?? '');
  if (!isComplete || !isKnown) return null;
  return { clientId: clientId ?? '', redirectUri: redirectUri ?? '', challenge: challenge ?? '', login: '' };
}

const isHere = (text: string): boolean =>
  URL.canParse(text) && ['127.0.0.1', 'localhost'].includes(new URL(text).hostname);

function backTo({ redirectUri }: Grant, asked: URL, answer: Readonly<Record<string, string>>): HttpReply {
  const back = new URL(redirectUri);
  const fields = { ...answer, state: asked.searchParams.get('state') ?? '' };
  for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, value);
  return { status: 303, headers: { location: back.href }, body: '' };
}

const badRequest = (): HttpReply => ({
  status: 400,
  headers: { 'content-type': 'text/plain' },
  body: 'invalid_request',
});

const json = (status: number, body: object): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const refuse = (error: string): HttpReply => json(400, { error, error_description: 'The request was refused.' });

import type { FaultScript, HttpReply, HttpRequest } from '@vigia/broker-kit/simulator';
import { type Fields, jsonFields } from './wire.ts';

/** Password with which any user can sign in. */
export const SIMULATED_PASSWORD = 'clave-simulada';

const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const CHALLENGE: HttpReply = {
  status: 403,
  headers: { 'content-type': 'text/html', server: 'cloudflare' },
  body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1"></script></body></html>',
};
const NOT_FOUND = json(404, { code: 'not_found', message: 'Not found' });
const INVALID = json(401, { code: 'invalid_credentials', message: 'You entered the wrong credentials.' });
const WRONG_CODE = json(400, { code: 'invalid_code', message: 'The code is not correct.' });

/** Prefix of the `ssid` of a user who signed in with their own browser; the login id follows. */
const BROWSER_SESSION = 'navegador-';

/** Steps of a sign-in with a second factor. */
type CodeStep = 'asked' | 'sent' | 'verified';

/** Handles login, second factor and logout over HTTP, and finds the login that owns an `ssid`. */
export class SignIn {
  readonly #script: FaultScript;
  readonly #sessions = new Map<string, string>();
  /** Browser sessions that have ended. */
  readonly #endedSsids = new Set<string>();
  readonly #codeSteps = new Map<string, CodeStep>();
  #lastToken = 0;

  constructor(script: FaultScript) {
    this.#script = script;
  }

  loginOf(ssid: unknown): string | null {
    if (typeof ssid !== 'string') return null;
    if (ssid.startsWith(BROWSER_SESSION) && !this.#endedSsids.has(ssid))
      this.#sessions.set(ssid, ssid.slice(BROWSER_SESSION.length));
    return this.#sessions.get(ssid) ?? null;
  }

  /** Ends every session. Ended browser sessions stay invalid. */
  expireAll(): void {
    for (const ssid of this.#sessions.keys()) this.#endedSsids.add(ssid);
    this.#sessions.clear();
  }

  answer({ method, url, headers, body }: HttpRequest): HttpReply | null {
    if (method !== 'POST') return NOT_FOUND;
    // The vendor's SDK appends `/v2/login` to its base address.
    switch (url.pathname.replace(/^\/api/, '')) {
      case '/v2/login':
        return this.#login(jsonFields(body));
      case '/v2/verify/2fa':
        return this.#verify(jsonFields(body));
      case '/v2/logout':
        return this.#logout(headers.cookie ?? '');
      default:
        return NOT_FOUND;
    }
  }

  #login({ identifier, password, token }: Fields): HttpReply | null {
    const fault = this.#script.takeLoginFault();
    if (fault?.kind === 'cut') return null;
    if (fault?.kind === 'challenge') return CHALLENGE;
    if (fault?.kind === 'rate_limited') {
      const errors = [{ code: 301, title: 'Login limit exceeded' }];
      return json(429, { data: { ttl: fault.retryAfterMs / 1000 }, errors });
    }
    if (typeof identifier !== 'string' || password !== SIMULATED_PASSWORD) return INVALID;
    if (this.#script.asksForCode && !this.#consume(token, 'verified'))
      return json(200, { code: 'verify', token: this.#codeToken('asked') });
    const ssid = this.#newToken('ssid');
    this.#sessions.set(ssid, identifier);
    return json(200, { code: 'success', ssid }, { 'set-cookie': `ssid=${ssid}; path=/; httponly` });
  }

  #verify({ method, code, token }: Fields): HttpReply {
    if (method === 'sms' && this.#consume(token, 'asked'))
      return json(200, { code: 'success', token: this.#codeToken('sent') });
    if (code !== this.#script.code || !this.#consume(token, 'sent')) return WRONG_CODE;
    return json(200, { code: 'success', token: this.#codeToken('verified') });
  }

  #logout(cookie: string): HttpReply {
    const ssid = /(?:^|;\s*)ssid=([^;]+)/.exec(cookie)?.[1];
    return ssid !== undefined && this.#sessions.delete(ssid) ? json(200, { code: 'success' }) : INVALID;
  }

  #codeToken(step: CodeStep): string {
    const token = this.#newToken('code');
    this.#codeSteps.set(token, step);
    return token;
  }

  /** Uses up a token if it belongs to this step. */
  #consume(token: unknown, step: CodeStep): boolean {
    return typeof token === 'string' && this.#codeSteps.get(token) === step && this.#codeSteps.delete(token);
  }

  #newToken(kind: string): string {
    this.#lastToken += 1;
    return `${kind}-${String(this.#lastToken).padStart(28, '0')}`;
  }
}

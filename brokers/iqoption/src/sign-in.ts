import { type HttpResponse, sendHttpRequest } from '@vigia/broker-kit/http';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { BrokerFault, WireTap } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { loginFault } from './errors.ts';
import { USER_AGENT } from './user-agent.ts';
import { parseJson } from './wire/frames.ts';
import { LoginReply } from './wire/messages.ts';

const CODE_SENT: BrokerFault = { kind: 'auth_2fa_required', detail: 'a code was sent by SMS' };

/**
 * Limit of login requests. After too many logins the broker answers with 429 for half an hour or more
 * (docs/spec/brokers/iqoption.md §1). A login with a second factor needs four requests.
 */
const LIMITS = { perMinute: 10 };

type Credentials = { readonly email: string; readonly password: string };
type Access = { readonly clock: Clock; readonly tap?: WireTap | undefined };

/**
 * Signs in with e-mail and password and returns an `ssid` (docs/spec/brokers/iqoption.md §1). With a second factor the
 * steps are: request a code, send the code, and log in again with the token from that response.
 */
export class SignIn {
  readonly #authOrigin: string;
  readonly #credentials: Credentials;
  readonly #access: Access;
  readonly #budget: RequestBudget;
  /** The token that belongs to a code which the user has not entered yet; null without one. */
  #codeToken: string | null = null;

  constructor(authOrigin: string, credentials: Credentials, access: Access) {
    this.#authOrigin = authOrigin;
    this.#credentials = credentials;
    this.#access = access;
    this.#budget = createRequestBudget({ ...LIMITS, clock: access.clock });
  }

  /** Returns the `ssid`, or the fault `auth_2fa_required` if the broker sent the user a code. */
  signIn(): Promise<Result<string, BrokerFault>> {
    return this.#signIn({});
  }

  /** Continues with the code. After a wrong code the user may enter another one. */
  async answerCode(code: string): Promise<Result<string, BrokerFault>> {
    if (this.#codeToken === null) return err({ kind: 'auth_invalid', detail: 'no code was asked for' });
    const verified = await this.#post('/api/v2/verify/2fa', { code, token: this.#codeToken });
    if (!verified.ok) return verified;
    const token = tokenOf(verified.value);
    if (token === null) {
      const fault = loginFault(verified.value);
      return err(
        fault.kind === 'unknown' || fault.kind === 'auth_invalid' ? { ...fault, kind: 'auth_2fa_required' } : fault,
      );
    }
    this.#codeToken = null;
    return this.#signIn({ token });
  }

  /** Ends the session at the broker. A failure of the request is ignored. */
  async signOut(ssid: string): Promise<void> {
    await this.#post('/api/v2/logout', {}, { cookie: `ssid=${ssid}` });
  }

  async #signIn(verified: { readonly token?: string }): Promise<Result<string, BrokerFault>> {
    const { email, password } = this.#credentials;
    const answer = await this.#post('/api/v2/login', { identifier: email, password, ...verified });
    if (!answer.ok) return answer;
    const reply = readReply(answer.value);
    if (reply.code === 'verify' && reply.token !== undefined) return this.#haveCodeSent(reply.token);
    const ssid = reply.code === 'success' ? (reply.ssid ?? ssidCookie(answer.value)) : null;
    return ssid === null ? err(loginFault(answer.value)) : ok(ssid);
  }

  async #haveCodeSent(token: string): Promise<Result<string, BrokerFault>> {
    const sent = await this.#post('/api/v2/verify/2fa', { method: 'sms', token });
    if (!sent.ok) return sent;
    this.#codeToken = tokenOf(sent.value);
    return err(this.#codeToken === null ? loginFault(sent.value) : CODE_SENT);
  }

  async #post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Result<HttpResponse, BrokerFault>> {
    await this.#budget.take();
    const { clock, tap } = this.#access;
    return sendHttpRequest(clock, {
      tap,
      method: 'POST',
      url: this.#authOrigin + path,
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }
}

function readReply(answer: HttpResponse): LoginReply {
  const read = answer.status < 300 ? LoginReply.safeParse(parseJson(answer.body)) : null;
  return read?.data ?? {};
}

function tokenOf(answer: HttpResponse): string | null {
  const { code, token } = readReply(answer);
  return code === 'success' ? (token ?? null) : null;
}

const ssidCookie = ({ headers }: HttpResponse): string | null =>
  headers
    .getSetCookie()
    .map((cookie) => /^ssid=([^;]+)/.exec(cookie)?.[1])
    .find((ssid) => ssid !== undefined) ?? null;

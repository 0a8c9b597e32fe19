import { type HttpResponse, sendHttpRequest } from '@vigia/broker-kit/http';
import type { BrokerDeps, BrokerFault, ConsentTokens } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { z } from 'zod';
import { faultOfStatus } from './errors.ts';
import type { DerivLimits } from './limits.ts';
import { parseJson } from './wire/frame.ts';
import { RestAccounts, RestErrors, RestOtp } from './wire/replies.ts';

const ACCOUNTS = '/trading/v1/options/accounts';

export type RestAccount = z.output<typeof RestAccounts>['data'][number];

/** A personal access token with its app id, or OAuth tokens, which need no app id. */
export type RestLogin = { readonly token: string; readonly appId: string } | ConsentTokens;

/** The REST part of Deriv's new API: the accounts of the login, and one-time addresses of their sockets. */
export class DerivRest {
  readonly #origin: string;
  #login: RestLogin;
  readonly #limits: DerivLimits;
  readonly #deps: Pick<BrokerDeps, 'clock' | 'tap' | 'oddities'>;

  /** @param origin e.g. `https://api.derivws.com` */
  constructor(
    origin: string,
    login: RestLogin,
    limits: DerivLimits,
    deps: Pick<BrokerDeps, 'clock' | 'tap' | 'oddities'>,
  ) {
    this.#origin = origin;
    this.#login = login;
    this.#limits = limits;
    this.#deps = deps;
  }

  /** Uses renewed tokens from the next request on. */
  use(tokens: ConsentTokens): void {
    this.#login = tokens;
  }

  async accounts(): Promise<Result<readonly RestAccount[], BrokerFault>> {
    const answer = await this.#ask('GET', ACCOUNTS, RestAccounts);
    return answer.ok ? ok(answer.value.data) : answer;
  }

  /**
   * Requests a one-time address for a socket of this account. The address contains a secret; an address on another host
   * is refused, so that only Deriv receives the secret.
   */
  async socketUrl(accountId: string): Promise<Result<string, BrokerFault>> {
    const answer = await this.#ask('POST', `${ACCOUNTS}/${encodeURIComponent(accountId)}/otp`, RestOtp);
    if (!answer.ok) return answer;
    const { url } = answer.value.data;
    const { host, protocol } = new URL(this.#origin);
    const isTheirs = new URL(url).host === host && (protocol === 'http:' || url.startsWith('wss:'));
    return isTheirs ? ok(url) : err({ kind: 'unknown', detail: 'a socket on another host' });
  }

  /** Resets the balance of a demo account. The body of the response is undocumented, so only the status counts. */
  async resetDemo(accountId: string): Promise<Result<null, BrokerFault>> {
    const done = await this.#send('POST', `${ACCOUNTS}/${encodeURIComponent(accountId)}/reset-demo-balance`);
    return done.ok ? ok(null) : done;
  }

  async #ask<Reply>(
    method: 'GET' | 'POST',
    path: string,
    reply: z.ZodType<Reply>,
  ): Promise<Result<Reply, BrokerFault>> {
    const answer = await this.#send(method, path);
    if (!answer.ok) return answer;
    const parsed = reply.safeParse(parseJson(answer.value));
    if (!parsed.success) this.#deps.oddities?.unreadable('accounts', false);
    return parsed.success ? ok(parsed.data) : err({ kind: 'unknown', detail: 'an answer in an unknown form' });
  }

  /** Sends a request; returns the body of a response with status 200. */
  async #send(method: 'GET' | 'POST', path: string): Promise<Result<string, BrokerFault>> {
    await this.#limits.takeRest();
    const { clock, tap } = this.#deps;
    const login = this.#login;
    const answer = await sendHttpRequest(clock, { method, url: this.#origin + path, headers: headersOf(login), tap });
    if (!answer.ok) return answer;
    if (answer.value.status === 200) return ok(answer.value.body);
    const fault = faultOfAnswer(answer.value);
    return err(hasEnded(login, clock.now()) && fault.kind === 'auth_invalid' ? ENDED : fault);
  }
}

function headersOf(login: RestLogin): Readonly<Record<string, string>> {
  const accept = 'application/json';
  return 'accessToken' in login
    ? { accept, authorization: `Bearer ${login.accessToken}` }
    : { accept, authorization: `Bearer ${login.token}`, 'deriv-app-id': login.appId };
}

/** The access token expired before it was renewed. The login itself may still be valid. */
const ENDED: BrokerFault = { kind: 'session_expired', detail: 'the access token has ended' };

const hasEnded = (login: RestLogin, nowMs: number): boolean =>
  'accessToken' in login && login.expiresAtMs !== null && nowMs >= login.expiresAtMs;

function faultOfAnswer({ status, headers, body }: HttpResponse): BrokerFault {
  const said = RestErrors.safeParse(parseJson(body));
  const fault = faultOfStatus(status, said.success ? (said.data.errors[0]?.code ?? '') : '');
  if (fault.kind !== 'rate_limited') return fault;
  const afterS = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'auth_rate_limited',
    detail: fault.detail,
    retryAfterMs: Number.isFinite(afterS) ? afterS * 1_000 : (fault.retryAfterMs ?? 0),
  };
}

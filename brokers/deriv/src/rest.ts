import { askHttp, type HttpAnswer } from '@vigia/broker-kit/http';
import type { BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { z } from 'zod';
import { faultOfStatus } from './errors.ts';
import type { DerivLimits } from './limits.ts';
import { parseJson } from './wire/frame.ts';
import { RestAccounts, RestErrors, RestOtp } from './wire/replies.ts';

const ACCOUNTS = '/trading/v1/options/accounts';

export type RestAccount = z.output<typeof RestAccounts>['data'][number];

/** The new API's REST side: the login's accounts, and one-time addresses of their sockets. */
export class DerivRest {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: DerivLimits;
  readonly #clock: BrokerDeps['clock'];

  /** @param origin e.g. `https://api.derivws.com` */
  constructor(
    origin: string,
    login: { token: string; appId: string },
    limits: DerivLimits,
    clock: BrokerDeps['clock'],
  ) {
    this.#origin = origin;
    this.#headers = { authorization: `Bearer ${login.token}`, 'deriv-app-id': login.appId, accept: 'application/json' };
    this.#limits = limits;
    this.#clock = clock;
  }

  async accounts(): Promise<Result<readonly RestAccount[], BrokerFault>> {
    const answer = await this.#ask('GET', ACCOUNTS, RestAccounts);
    return answer.ok ? ok(answer.value.data) : answer;
  }

  /** A one-time address for a socket of this account. It must be on the same host; no other host may receive it. */
  async socketUrl(accountId: string): Promise<Result<string, BrokerFault>> {
    const answer = await this.#ask('POST', `${ACCOUNTS}/${encodeURIComponent(accountId)}/otp`, RestOtp);
    if (!answer.ok) return answer;
    const { url } = answer.value.data;
    const { host, protocol } = new URL(this.#origin);
    const isTheirs = new URL(url).host === host && (protocol === 'http:' || url.startsWith('wss:'));
    return isTheirs ? ok(url) : err({ kind: 'unknown', detail: 'a socket on another host' });
  }

  /** Sets the balance of a demo account back. The form of the answer is not known, so its status counts. */
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
    return parsed.success ? ok(parsed.data) : err({ kind: 'unknown', detail: 'an answer in an unknown form' });
  }

  /** Returns the body of an answer with status 200. */
  async #send(method: 'GET' | 'POST', path: string): Promise<Result<string, BrokerFault>> {
    await this.#limits.takeRest();
    const answer = await askHttp(this.#clock, { method, url: this.#origin + path, headers: this.#headers });
    if (!answer.ok) return answer;
    return answer.value.status === 200 ? ok(answer.value.body) : err(faultOfAnswer(answer.value));
  }
}

function faultOfAnswer({ status, headers, body }: HttpAnswer): BrokerFault {
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

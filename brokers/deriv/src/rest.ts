import type { BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import { durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { z } from 'zod';
import { faultOfStatus, network } from './errors.ts';
import type { DerivLimits } from './limits.ts';
import { RestAccounts, RestErrors, RestOtp } from './wire/replies.ts';

const ANSWER_MS = 10_000;
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

  /** An address that opens one socket of that account, once. It is on the host that was asked: no other gets to see it. */
  async socketUrl(accountId: string): Promise<Result<string, BrokerFault>> {
    const answer = await this.#ask('POST', `${ACCOUNTS}/${encodeURIComponent(accountId)}/otp`, RestOtp);
    if (!answer.ok) return answer;
    const { url } = answer.value.data;
    const { host, protocol } = new URL(this.#origin);
    const isTheirs = new URL(url).host === host && (protocol === 'http:' || url.startsWith('wss:'));
    return isTheirs ? ok(url) : err({ kind: 'unknown', detail: 'a socket on another host' });
  }

  async #ask<Reply>(method: string, path: string, reply: z.ZodType<Reply>): Promise<Result<Reply, BrokerFault>> {
    await this.#limits.takeRest();
    const abort = new AbortController();
    const cancel = this.#clock.after(durationMs(ANSWER_MS), () => abort.abort());
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: this.#headers,
        redirect: 'error',
        signal: abort.signal,
      });
      const body: unknown = await response.json().catch(() => null);
      return response.ok ? readBody(body, reply) : err(faultOfResponse(response, body));
    } catch {
      // The error's text may quote what was sent.
      return err(network('no answer'));
    } finally {
      cancel();
    }
  }
}

function readBody<Reply>(body: unknown, reply: z.ZodType<Reply>): Result<Reply, BrokerFault> {
  const parsed = reply.safeParse(body);
  return parsed.success ? ok(parsed.data) : err({ kind: 'unknown', detail: 'an answer in an unknown form' });
}

function faultOfResponse(response: Response, body: unknown): BrokerFault {
  const said = RestErrors.safeParse(body);
  const fault = faultOfStatus(response.status, said.success ? (said.data.errors[0]?.code ?? '') : '');
  if (fault.kind !== 'rate_limited') return fault;
  const afterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'auth_rate_limited',
    detail: fault.detail,
    retryAfterMs: Number.isFinite(afterS) ? afterS * 1_000 : (fault.retryAfterMs ?? 0),
  };
}

import { ErrorBody, FactorReset, NotMeDone, success, TokenPair } from '@vigia/contract';
import { z } from 'zod';
import { AuthFailure, authFailure } from './auth-failure.ts';
import type { RetryAfter } from './retry-after.ts';

const FACTOR_RESET = '/api/v1/auth/factor-reset';

/**
 * Client for the sign-in routes of our server. These routes accept requests without a session, and sessions in which
 * the second factor was not passed. The general API client is unsuitable, because it ends such sessions. Every method
 * throws AuthFailure.
 */
export class OwnAuthApi {
  readonly #retryAfter: RetryAfter;
  readonly #accessToken: () => Promise<string | null>;

  constructor(retryAfter: RetryAfter, accessToken: () => Promise<string | null>) {
    this.#retryAfter = retryAfter;
    this.#accessToken = accessToken;
  }

  /**
   * Signs in with a recovery code.
   * @returns the tokens of the new session
   */
  useRecoveryCode(code: string): Promise<TokenPair> {
    return this.#call('POST', '/api/v1/auth/recovery-code', TokenPair, { code });
  }

  factorReset(): Promise<FactorReset> {
    return this.#call('GET', FACTOR_RESET, FactorReset);
  }

  startFactorReset(): Promise<FactorReset> {
    return this.#call('POST', FACTOR_RESET, FactorReset);
  }

  async finishFactorReset(password: string): Promise<void> {
    await this.#call('POST', `${FACTOR_RESET}/finish`, z.null(), { password });
  }

  /** Executes the link 'No fui yo' (it was not me) of a mail about a security change. */
  objectTo(token: string): Promise<NotMeDone> {
    return this.#call('POST', '/api/v1/auth/not-me', NotMeDone, { token });
  }

  async #call<Data>(method: 'GET' | 'POST', path: string, schema: z.ZodType<Data>, body?: object): Promise<Data> {
    const token = await this.#accessToken();
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    const answer = await this.#retryAfter
      .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      .catch(() => null);
    const answered: unknown = await answer?.json().catch(() => null);
    if (answer?.ok) return success(schema).parse(answered).data;
    const refusal = ErrorBody.safeParse(answered);
    if (refusal.success && answer?.status !== 429) {
      throw new AuthFailure(refusal.data.error.code, refusal.data.error.message);
    }
    throw authFailure({ status: answer?.status }, this.#retryAfter.lastS);
  }
}

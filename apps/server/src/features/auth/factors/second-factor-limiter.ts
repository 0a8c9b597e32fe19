import { err, ok, type Result } from '@vigia/core/kernel';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { RateLimit } from '#platform/throttle/throttle.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';

/**
 * Limit of wrong codes of an authenticator app: 15 at once, and one more every 96 minutes, so at most 30 in any 24
 * hours. A guess is right with a chance of 3 in a million (three time steps are accepted), which is 9 in 100,000 a day.
 */
const WRONG_CODES: RateLimit = { burst: 15, windowMs: 24 * 60 * 60_000 };

/**
 * Limits the attempts at a user's second factor, across all processes and restarts. While a user must wait before the
 * next app code, a recovery code still works. Recovery codes have 80 bits, so only a growing delay limits them.
 */
export class SecondFactorLimiter {
  readonly #throttle: SharedThrottle;

  constructor(throttle: SharedThrottle) {
    this.#throttle = throttle;
  }

  /**
   * Counts an attempt with a code of an authenticator app, or refuses it. Must be called before the code is compared.
   * {@link codeMatched} must be called if the code was right.
   * @param factors number of factors that the code is compared with; each of them is another chance to guess
   */
  async beginCode(userId: string, factors = 1): Promise<Result<null, AuthRefusal>> {
    const delayMs = await this.#throttle.begin([delayKey('code', userId)]);
    if (delayMs > 0) return wait(delayMs);
    for (let n = 0; n < factors; n += 1) {
      const waitMs = await this.#throttle.take(dayKey(userId), WRONG_CODES);
      if (waitMs > 0) return wait(waitMs);
    }
    return ok(null);
  }

  /**
   * Removes the successful attempt from the count. Earlier wrong codes still count, because they may come from an
   * intruder while the owner enters the right code.
   */
  async codeMatched(userId: string, factors = 1): Promise<void> {
    await this.#throttle.succeed([delayKey('code', userId)]);
    for (let n = 0; n < factors; n += 1) await this.#throttle.giveBack(dayKey(userId), WRONG_CODES);
  }

  /** Counts an attempt with a recovery code, as {@link beginCode} does for an app code. */
  async beginRecoveryCode(userId: string): Promise<Result<null, AuthRefusal>> {
    const delayMs = await this.#throttle.begin([delayKey('recovery', userId)]);
    return delayMs > 0 ? wait(delayMs) : ok(null);
  }

  recoveryCodeMatched(userId: string): Promise<void> {
    return this.#throttle.succeed([delayKey('recovery', userId)]);
  }
}

const delayKey = (kind: 'code' | 'recovery', userId: string): string => `second-factor-${kind}:${userId}`;
const dayKey = (userId: string): string => `second-factor-day:${userId}`;

const wait = (waitMs: number): Result<null, AuthRefusal> =>
  err(authRefusal('over_request_rate_limit', { retryAfterS: Math.ceil(waitMs / 1_000) }));

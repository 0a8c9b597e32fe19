import { err, ok, type Result } from '@vigia/core/kernel';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { type AuthRefusal, refuse } from '../errors/auth-error.ts';

/** Limits the tries at a user's second factor: codes of an app and recovery codes count together. */
export class SecondFactorTries {
  readonly #throttle: SharedThrottle;

  constructor(throttle: SharedThrottle) {
    this.#throttle = throttle;
  }

  /** Counts a try. Call it before a code is compared, and {@link succeed} if the code was right. */
  async begin(userId: string): Promise<Result<null, AuthRefusal>> {
    const waitMs = await this.#throttle.begin([keyOf(userId)]);
    return waitMs > 0 ? err(refuse('over_request_rate_limit', { retryAfterS: Math.ceil(waitMs / 1_000) })) : ok(null);
  }

  succeed(userId: string): Promise<void> {
    return this.#throttle.succeed([keyOf(userId)]);
  }
}

const keyOf = (userId: string): string => `second-factor:${userId}`;

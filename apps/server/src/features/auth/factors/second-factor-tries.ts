import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { GrowingDelay } from '#platform/throttle/throttle.ts';
import { type AuthRefusal, refuse } from '../errors/auth-error.ts';

/** Slows down guessing at a person's second factor, whatever is tried: codes of an app and recovery codes alike. */
export class SecondFactorTries {
  readonly #delays: GrowingDelay;

  constructor(clock: Clock) {
    this.#delays = new GrowingDelay(clock);
  }

  /** Call before a code is compared, and {@link succeed} if it was right. */
  begin(userId: string): Result<null, AuthRefusal> {
    const waitMs = this.#delays.waitMs(userId);
    if (waitMs > 0) return err(refuse('over_request_rate_limit', { retryAfterS: Math.ceil(waitMs / 1_000) }));
    this.#delays.begin(userId);
    return ok(null);
  }

  succeed(userId: string): void {
    this.#delays.succeed(userId);
  }
}

import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '#platform/throttle/address.ts';
import { GrowingDelay, type RateLimit, RateLimiter } from '#platform/throttle/throttle.ts';
import { type AuthRefusal, refuse } from '../errors/auth-error.ts';

const MINUTE_MS = 60_000;

/** Per address; the refresh limit is wide, since a refused refresh may sign somebody out. */
const LIMITS = {
  signUp: { burst: 30, windowMs: 5 * MINUTE_MS },
  anonymous: { burst: 30, windowMs: 60 * MINUTE_MS },
  refresh: { burst: 150, windowMs: 5 * MINUTE_MS },
  failedPassword: { burst: 60, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

const LOOPBACK_FACTOR = 20;

/** A password about to be tried: by whom, from where, and whether the account knows the address already. */
export type PasswordTry = { readonly account: string; readonly ip: string; readonly knownAddress: boolean };

/** Slows down guessing and flooding without ever locking an owner out. Lives in memory, bounded. */
export class AuthLimits {
  readonly #rates: RateLimiter;
  readonly #delays: GrowingDelay;

  constructor(clock: Clock) {
    this.#rates = new RateLimiter(clock);
    this.#delays = new GrowingDelay(clock);
  }

  admit(action: 'signUp' | 'anonymous' | 'refresh', ip: string): Result<null, AuthRefusal> {
    const { burst, windowMs } = LIMITS[action];
    const limit = { burst: isLoopback(ip) ? burst * LOOPBACK_FACTOR : burst, windowMs };
    return admitted(this.#rates.take(`${action}:${addressKey(ip)}`, limit));
  }

  /**
   * Call before comparing a password, and {@link passwordMatched} if it was right. Whoever attacks an account from
   * elsewhere slows down everybody but the addresses the account was used from before.
   */
  beginPassword({ account, ip, knownAddress }: PasswordTry): Result<null, AuthRefusal> {
    const address = addressKey(ip);
    const keys = knownAddress ? [`${account}|${address}`] : [`${account}|${address}`, account];
    const delayMs = Math.max(...keys.map((key) => this.#delays.waitMs(key)));
    if (delayMs > 0) return admitted(delayMs);
    for (const key of keys) this.#delays.begin(key);
    return admitted(this.#rates.take(`failed:${address}`, LIMITS.failedPassword));
  }

  passwordMatched({ account, ip }: PasswordTry): void {
    const address = addressKey(ip);
    this.#delays.succeed(`${account}|${address}`);
    this.#delays.succeed(account);
    this.#rates.giveBack(`failed:${address}`, LIMITS.failedPassword);
  }
}

const admitted = (waitMs: number): Result<null, AuthRefusal> =>
  waitMs === 0
    ? ok(null)
    : err(refuse('over_request_rate_limit', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) }));

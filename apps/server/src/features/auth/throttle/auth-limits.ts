import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '#platform/throttle/address.ts';
import { GrowingDelay, type RateLimit, RateLimiter } from '#platform/throttle/throttle.ts';
import { type AuthErrorCode, type AuthRefusal, refuse } from '../errors/auth-error.ts';

const MINUTE_MS = 60_000;

/** Per address; the refresh limit is wide, since a refused refresh may sign somebody out. */
const LIMITS = {
  signUp: { burst: 30, windowMs: 5 * MINUTE_MS },
  anonymous: { burst: 30, windowMs: 60 * MINUTE_MS },
  refresh: { burst: 150, windowMs: 5 * MINUTE_MS },
  exchange: { burst: 150, windowMs: 5 * MINUTE_MS },
  verify: { burst: 30, windowMs: 5 * MINUTE_MS },
  userChange: { burst: 30, windowMs: 5 * MINUTE_MS },
  mail: { burst: 30, windowMs: 5 * MINUTE_MS },
  failedPassword: { burst: 60, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

const LOOPBACK_FACTOR = 20;

/** Per mail address, whoever asks and whether or not anybody has it. */
const MAILS_PER_HOUR: RateLimit = { burst: 10, windowMs: 60 * MINUTE_MS };
const SIGN_UP_MAILS = 3;

/** A password about to be tried: by whom, from where, and whether the account knows the address already. */
export type PasswordTry = { readonly account: string; readonly ip: string; readonly knownAddress: boolean };

/** Slows down guessing and flooding without ever locking an owner out. Lives in memory, bounded. */
export class AuthLimits {
  readonly #rates: RateLimiter;
  readonly #delays: GrowingDelay;
  readonly #emailIntervalMs: number;

  /** @param emailIntervalMs one mail per address in this time; 0 = no limit */
  constructor(clock: Clock, emailIntervalMs: number) {
    this.#emailIntervalMs = emailIntervalMs;
    this.#rates = new RateLimiter(clock);
    this.#delays = new GrowingDelay(clock);
  }

  admit(action: Exclude<keyof typeof LIMITS, 'failedPassword'>, ip: string): Result<null, AuthRefusal> {
    const { burst, windowMs } = LIMITS[action];
    const limit = { burst: isLoopback(ip) ? burst * LOOPBACK_FACTOR : burst, windowMs };
    return admitted(this.#rates.take(`${action}:${addressKey(ip)}`, limit));
  }

  /**
   * Call before a mail is sent to an address, or would be if anybody had it. A sign-up has an allowance of its own, since
   * people correct what they typed; other mails then wait their turn.
   * @param email lower-case
   */
  admitMail(what: 'signUp' | 'other', email: string): Result<null, AuthRefusal> {
    if (this.#emailIntervalMs === 0) return ok(null);
    const one: RateLimit = { burst: 1, windowMs: this.#emailIntervalMs };
    const own = what === 'signUp' ? { ...one, burst: SIGN_UP_MAILS } : one;
    const ownKey = `mail-${what}:${email}`;
    const waitMs = this.#rates.take(ownKey, own);
    if (waitMs > 0) return mailAdmitted(waitMs);
    const hourMs = this.#rates.take(`mail-hour:${email}`, MAILS_PER_HOUR);
    if (hourMs > 0) this.#rates.giveBack(ownKey, own);
    else if (what === 'signUp') this.#rates.take(`mail-other:${email}`, one);
    return mailAdmitted(hourMs);
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

const admittedBy =
  (code: AuthErrorCode) =>
  (waitMs: number): Result<null, AuthRefusal> =>
    waitMs === 0 ? ok(null) : err(refuse(code, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) }));

const admitted = admittedBy('over_request_rate_limit');
const mailAdmitted = admittedBy('over_email_send_rate_limit');

import { err, ok, type Result } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '#platform/throttle/address.ts';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { RateLimit } from '#platform/throttle/throttle.ts';
import { type AuthErrorCode, type AuthRefusal, authRefusal } from '../errors/auth-error.ts';

const MINUTE_MS = 60_000;

/** Limits by client IP address. The limit of token refreshes is high, because a refused refresh may sign a user out. */
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

/** Limit by recipient address, across all clients, for addresses with and without an account. */
const MAILS_PER_HOUR: RateLimit = { burst: 10, windowMs: 60 * MINUTE_MS };
const SIGN_UP_MAILS = 3;

/** A password attempt. `knownAddress` is true if the account was used from this IP address before. */
export type PasswordAttempt = { readonly account: string; readonly ip: string; readonly knownAddress: boolean };

/** Limits password guessing and mail flooding without ever locking a user out. All processes share the counters. */
export class AuthLimits {
  readonly #throttle: SharedThrottle;
  readonly #emailIntervalMs: number;

  /** @param emailIntervalMs minimum time between two mails to one address; 0 means no limit */
  constructor(throttle: SharedThrottle, emailIntervalMs: number) {
    this.#emailIntervalMs = emailIntervalMs;
    this.#throttle = throttle;
  }

  async admit(action: Exclude<keyof typeof LIMITS, 'failedPassword'>, ip: string): Promise<Result<null, AuthRefusal>> {
    const { burst, windowMs } = LIMITS[action];
    const limit = { burst: isLoopback(ip) ? burst * LOOPBACK_FACTOR : burst, windowMs };
    return admitted(await this.#throttle.take(`${action}:${addressKey(ip)}`, limit));
  }

  /**
   * Counts a mail to an address, or refuses it. Must be called before a mail is sent, and also if no mail is sent
   * because the address has no account. Sign-up mails have a higher limit of their own, because users correct typing
   * errors; they delay other mails.
   * @param email lower-case
   */
  async admitMail(what: 'signUp' | 'other', email: string): Promise<Result<null, AuthRefusal>> {
    if (this.#emailIntervalMs === 0) return ok(null);
    const one: RateLimit = { burst: 1, windowMs: this.#emailIntervalMs };
    const own = what === 'signUp' ? { ...one, burst: SIGN_UP_MAILS } : one;
    const ownKey = `mail-${what}:${email}`;
    const waitMs = await this.#throttle.take(ownKey, own);
    if (waitMs > 0) return mailAdmitted(waitMs);
    const hourMs = await this.#throttle.take(`mail-hour:${email}`, MAILS_PER_HOUR);
    if (hourMs > 0) await this.#throttle.giveBack(ownKey, own);
    else if (what === 'signUp') await this.#throttle.take(`mail-other:${email}`, one);
    return mailAdmitted(hourMs);
  }

  /**
   * Counts a password attempt, or refuses it. Must be called before the password is compared; {@link passwordMatched}
   * must be called if it was right. Failed attempts on an account delay every client IP address, except those from
   * which the account was used before.
   */
  async beginPassword({ account, ip, knownAddress }: PasswordAttempt): Promise<Result<null, AuthRefusal>> {
    const address = addressKey(ip);
    const delayMs = await this.#throttle.begin([
      passwordKey(account, address),
      ...(knownAddress ? [] : [accountKey(account)]),
    ]);
    if (delayMs > 0) return admitted(delayMs);
    return admitted(await this.#throttle.take(`failed:${address}`, LIMITS.failedPassword));
  }

  async passwordMatched({ account, ip }: PasswordAttempt): Promise<void> {
    const address = addressKey(ip);
    await Promise.all([
      this.#throttle.succeed([passwordKey(account, address), accountKey(account)]),
      this.#throttle.giveBack(`failed:${address}`, LIMITS.failedPassword),
    ]);
  }
}

const accountKey = (account: string): string => `password:${account}`;
const passwordKey = (account: string, address: string): string => `${accountKey(account)}|${address}`;

const admittedBy =
  (code: AuthErrorCode) =>
  (waitMs: number): Result<null, AuthRefusal> =>
    waitMs === 0 ? ok(null) : err(authRefusal(code, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) }));

const admitted = admittedBy('over_request_rate_limit');
const mailAdmitted = admittedBy('over_email_send_rate_limit');

import type { Clock } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { RecentMap } from '#platform/recent-map.ts';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';

/** Limit per user. Brokers lock an account after about this many wrong passwords in a row. */
const OF_A_PERSON = { burst: 5, windowMs: 10 * 60_000 };
/** Limit per login. Many users who try the same login are probably an attack. */
const OF_A_LOGIN = { burst: 8, windowMs: 60 * 60_000 };
const MAX_WAITS = 20_000;

/**
 * Limits sign-in attempts, so that a broker account is not locked by a user's retries or by guesses of other users. All
 * processes share the counts. Only the process with the user's sessions knows a wait that the broker requires.
 */
export class SignInLimiter {
  readonly #throttle: Pick<SharedThrottle, 'take' | 'giveBack'>;
  readonly #clock: Clock;
  readonly #notBefore = new RecentMap<number>(MAX_WAITS);

  constructor(clock: Clock, throttle: Pick<SharedThrottle, 'take' | 'giveBack'>) {
    this.#clock = clock;
    this.#throttle = throttle;
  }

  /**
   * Counts an attempt. Returns 0 if the sign-in may proceed, otherwise the milliseconds to wait before it.
   * @param loginName login name at the broker
   */
  async count(userId: string, brokerId: BrokerId, loginName: string | null): Promise<number> {
    const waitMs = (this.#notBefore.get(`${userId} ${brokerId}`) ?? -Infinity) - this.#clock.monotonicMs();
    if (waitMs > 0) return waitMs;
    const ofPerson = await this.#throttle.take(personKey(userId, brokerId), OF_A_PERSON);
    if (ofPerson > 0 || loginName === null) return ofPerson;
    return this.#throttle.take(loginKey(brokerId, loginName), OF_A_LOGIN);
  }

  /** Discards the counted attempts, because the broker accepted the login. */
  async succeeded(userId: string, brokerId: BrokerId, loginName: string | null): Promise<void> {
    await this.#throttle.giveBack(personKey(userId, brokerId), OF_A_PERSON);
    if (loginName !== null) await this.#throttle.giveBack(loginKey(brokerId, loginName), OF_A_LOGIN);
  }

  /** Blocks attempts for the time that the broker requires. */
  blockFor(userId: string, brokerId: BrokerId, retryAfterMs: number): void {
    this.#notBefore.set(`${userId} ${brokerId}`, this.#clock.monotonicMs() + retryAfterMs);
  }

  /** Returns the time (epoch ms) from which the broker allows the next attempt; null if the broker has set none. */
  retryAtMs(userId: string, brokerId: BrokerId): number | null {
    const waitMs = (this.#notBefore.get(`${userId} ${brokerId}`) ?? -Infinity) - this.#clock.monotonicMs();
    return waitMs <= 0 ? null : Math.round(this.#clock.now() + waitMs);
  }
}

const personKey = (userId: string, brokerId: BrokerId): string => `broker person ${userId} ${brokerId}`;
const loginKey = (brokerId: BrokerId, loginName: string): string =>
  `broker login ${brokerId} ${loginName.toLowerCase()}`;

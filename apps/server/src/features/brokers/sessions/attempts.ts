import type { Clock } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { RecentMap } from '#platform/recent-map.ts';
import { RateLimiter } from '#platform/throttle/throttle.ts';

/** Brokers lock an account after about as many wrong passwords in a row. */
const OF_A_PERSON = { burst: 5, windowMs: 10 * 60_000 };
/** The same login tried by many people of ours is somebody guessing. */
const OF_A_LOGIN = { burst: 8, windowMs: 60 * 60_000 };
const MAX_WAITS = 20_000;

/** Keeps people from having their account at a broker locked, by their own haste or by somebody else's guesses. */
export class Attempts {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #notBefore = new RecentMap<number>(MAX_WAITS);

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#limiter = new RateLimiter(clock);
  }

  /** Milliseconds to wait before signing in; 0: go ahead, the try is counted. @param loginName whom the broker is asked to let in */
  take(userId: string, brokerId: BrokerId, loginName: string | null): number {
    const waitMs = (this.#notBefore.get(`${userId} ${brokerId}`) ?? 0) - this.#clock.now();
    if (waitMs > 0) return waitMs;
    const ofPerson = this.#limiter.take(`person ${userId} ${brokerId}`, OF_A_PERSON);
    if (ofPerson > 0 || loginName === null) return ofPerson;
    return this.#limiter.take(loginKey(brokerId, loginName), OF_A_LOGIN);
  }

  /** The broker let the person in: that was no guess. */
  succeeded(userId: string, brokerId: BrokerId, loginName: string | null): void {
    this.#limiter.giveBack(`person ${userId} ${brokerId}`, OF_A_PERSON);
    if (loginName !== null) this.#limiter.giveBack(loginKey(brokerId, loginName), OF_A_LOGIN);
  }

  /** The broker asked to be left alone for a while. */
  obey(userId: string, brokerId: BrokerId, retryAfterMs: number): void {
    this.#notBefore.set(`${userId} ${brokerId}`, this.#clock.now() + retryAfterMs);
  }

  /** When the broker wants to be asked again; null if it did not say. */
  retryAtMs(userId: string, brokerId: BrokerId): number | null {
    const atMs = this.#notBefore.get(`${userId} ${brokerId}`);
    return atMs === undefined || atMs <= this.#clock.now() ? null : atMs;
  }
}

const loginKey = (brokerId: BrokerId, loginName: string): string => `login ${brokerId} ${loginName.toLowerCase()}`;

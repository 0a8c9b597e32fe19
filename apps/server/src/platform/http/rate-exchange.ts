import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import { type Bus, topicForAll } from '../bus/bus.ts';
import type { RateLimit } from '../throttle/throttle.ts';

const EVERY = durationMs(500);
/** A key is published only if it used at least this share of the tokens that refill within an interval. */
const WORTH_SHARE = 0.1;
/** Largest number of keys that are counted in an interval, so that many keys cannot fill the memory. */
const KEYS_MAX = 2_000;

/** Tokens that one process has taken from the bucket of a key. */
export type SpentTokens = { readonly key: string; readonly limit: RateLimit; readonly cost: number };

/** The tokens that a process has taken within an interval. */
const RATES_SPENT = topicForAll<{ readonly from: string; readonly spent: readonly SpentTokens[] }>('http.rates-spent');

type Deps = {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly clock: Pick<Clock, 'every'>;
  /** Id of this process. */
  readonly self: string;
};

/**
 * Makes several processes count the requests of a key together. Every half second each process publishes the tokens
 * that it has taken, and the others take them from their own buckets. Until then each process allows the full burst.
 */
export class RateExchange {
  readonly #deps: Deps;
  readonly #spent = new Map<string, { key: string; limit: RateLimit; cost: number }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records tokens that this process has taken. */
  note(key: string, limit: RateLimit, cost: number): void {
    const noted = this.#spent.get(key);
    if (noted !== undefined) noted.cost += cost;
    else if (this.#spent.size < KEYS_MAX) this.#spent.set(key, { key, limit, cost });
  }

  /** Starts the exchange. @param take called with tokens that another process has taken */
  start(take: (spent: SpentTokens) => void): Cancel {
    const { bus, clock, self } = this.#deps;
    const cancels = [
      bus.subscribe(RATES_SPENT, ({ from, spent }) => {
        if (from !== self) for (const one of spent) take(one);
      }),
      clock.every(EVERY, () => this.#publish()),
    ];
    return () => cancels.forEach((cancel) => cancel());
  }

  #publish(): void {
    const spent = [...this.#spent.values()].filter(isWorthIt);
    this.#spent.clear();
    if (spent.length > 0) this.#deps.bus.publish(RATES_SPENT, { from: this.#deps.self, spent });
  }
}

const isWorthIt = ({ limit: { burst, windowMs }, cost }: SpentTokens): boolean =>
  cost >= (WORTH_SHARE * burst * EVERY) / windowMs;

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import { type Bus, topicForAll } from '../bus/bus.ts';
import type { RateLimit } from '../throttle/throttle.ts';

const EVERY = durationMs(500);
/** Keys below this share of what their rate permits in an interval are not worth a message. */
const WORTH_SHARE = 0.1;
/** Most keys noted in an interval, so that many keys cannot fill the memory. */
const KEYS_MAX = 2_000;

/** Tokens that one process has taken from the bucket of a key. */
export type Spent = { readonly key: string; readonly limit: RateLimit; readonly cost: number };

/** The tokens that a process has taken within an interval. */
const RATES_SPENT = topicForAll<{ readonly from: string; readonly spent: readonly Spent[] }>('http.rates-spent');

type Deps = {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly clock: Pick<Clock, 'every'>;
  /** Id of this process. */
  readonly self: string;
};

/**
 * Makes several processes count the requests of a key together. Every half second each process publishes what it has
 * admitted, and the others take it from their own buckets. Until then a key may have its burst in each process.
 */
export class RateExchange {
  readonly #deps: Deps;
  readonly #spent = new Map<string, { key: string; limit: RateLimit; cost: number }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Notes tokens that this process has taken. */
  note(key: string, limit: RateLimit, cost: number): void {
    const noted = this.#spent.get(key);
    if (noted !== undefined) noted.cost += cost;
    else if (this.#spent.size < KEYS_MAX) this.#spent.set(key, { key, limit, cost });
  }

  /** Starts the exchange. @param take called with what another process has taken */
  start(take: (spent: Spent) => void): Cancel {
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

const isWorthIt = ({ limit: { burst, windowMs }, cost }: Spent): boolean =>
  cost >= (WORTH_SHARE * burst * EVERY) / windowMs;

import type { Cancel, Clock } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, isLoopback } from '../throttle/address.ts';
import { type RateLimit, RateLimiter } from '../throttle/throttle.ts';
import { ApiError } from './api-error.ts';
import type { RateExchange } from './rate-exchange.ts';

/**
 * Request rates per IP address and per user account. The account rate allows bursts of 50 orders, and 20 orders a
 * second after a burst.
 */
export type RequestRates = { readonly address: RateLimit; readonly account: RateLimit };

export const DEFAULT_RATES: RequestRates = {
  // A whole office or mobile network may share one IP address.
  address: { burst: 600, windowMs: 12_000 },
  account: { burst: 200, windowMs: 8_000 },
};

/** Factor of the limits for loopback, so that programs and tests on the user's own machine are hardly limited. */
const LOOPBACK_FACTOR = 100;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Cost of a request relative to the cheapest kind, about one per 2 ms of CPU time; 1 by default. A cost above the
     * burst counts as the burst. A route of cost 0 has no limit.
     */
    requestCost?: number | ((request: FastifyRequest) => number);
  }
}

/** Returns the cost of a request by its route. */
function costOf(request: FastifyRequest): number {
  const { requestCost = 1 } = request.routeOptions.config;
  return typeof requestCost === 'number' ? requestCost : requestCost(request);
}

/** Settings for counting requests together with other processes. */
export type RateSharing = {
  readonly exchange: RateExchange;
  /** True for a request that another process has received and forwarded to this one. */
  readonly isForwarded: (request: FastifyRequest) => boolean;
};

type LimitsDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly rates?: RequestRates | undefined;
  /** Absent or null if this process is the only one. */
  readonly sharing?: RateSharing | null;
};

/** Refuses requests over the limit with 429 and Retry-After. */
export class RequestLimits {
  readonly #limiter: RateLimiter;
  readonly #rates: RequestRates;

  readonly #sharing: RateSharing | null;

  constructor({ clock, rates = DEFAULT_RATES, sharing = null }: LimitsDeps) {
    this.#limiter = new RateLimiter(clock);
    this.#rates = rates;
    this.#sharing = sharing;
  }

  /** Starts to count together with other processes. */
  start(): Cancel {
    return (
      this.#sharing?.exchange.start(({ key, limit, cost }) => this.#limiter.charge(key, limit, cost)) ??
      (() => undefined)
    );
  }

  /**
   * Counts a request of the client's IP address.
   * @throws ApiError rate_limited
   */
  countAddress(request: FastifyRequest, reply: FastifyReply): void {
    this.#count(`address:${addressKey(request.ip)}`, this.#rates.address, request, reply);
  }

  /**
   * Counts a request of a user account.
   * @throws ApiError rate_limited
   */
  countAccount(userId: string, request: FastifyRequest, reply: FastifyReply): void {
    this.#count(`account:${userId}`, this.#rates.account, request, reply);
  }

  #count(key: string, { burst, windowMs }: RateLimit, request: FastifyRequest, reply: FastifyReply): void {
    // The process that received the request has already counted it.
    if (this.#sharing?.isForwarded(request)) return;
    const most = burst * (isLoopback(request.ip) ? LOOPBACK_FACTOR : 1);
    const limit = { burst: most, windowMs };
    const cost = Math.min(costOf(request), most);
    const waitMs = this.#limiter.take(key, limit, cost);
    if (waitMs === 0) return this.#sharing?.exchange.note(key, limit, cost);
    reply.header('retry-after', Math.max(1, Math.ceil(waitMs / 1_000)));
    throw new ApiError('rate_limited');
  }
}

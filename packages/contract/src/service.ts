import { z } from 'zod';
import { BrokerIdOrMock, Instant, PriceSourceId } from './common.ts';

/** The configured price source if it did not answer at the start and the simulated market replaces it; else null. */
const FeedFallback = PriceSourceId.nullable();

/**
 * Rules by which a broker decides trades: whether the stake is lost or returned at an unchanged price, and the meaning
 * of the times that the broker states for entry and settle price (times of ticks, or start and end of the option
 * contract).
 */
export const BrokerRules = z.object({
  on_equal_prices: z.enum(['tie', 'lost']),
  price_times: z.enum(['tick', 'contract']),
});
export type BrokerRules = z.infer<typeof BrokerRules>;

/**
 * Response of `GET /config.json`: the settings that the browser needs before the user signs in. "" as URL means the
 * same origin.
 */
export const PublicConfig = z.object({
  supabaseUrl: z.string(),
  supabaseAnonKey: z.string(),
  version: z.string(),
  /** Public key with which browsers subscribe to push messages; absent if this installation sends no push messages. */
  pushKey: z.string().optional(),
  feedFallback: FeedFallback.default(null),
  /** The name of each broker of this installation, by its id. */
  brokerNames: z
    .record(BrokerIdOrMock, z.string())
    .meta({ examples: [{ deriv: 'Deriv', iqoption: 'IQ Option', olymptrade: 'Olymp Trade', quotex: 'Quotex' }] })
    .default({}),
  /** The rules by which each broker decides a trade, by the broker's id. */
  brokerRules: z
    .record(BrokerIdOrMock, BrokerRules)
    .meta({ examples: [{ iqoption: { on_equal_prices: 'tie', price_times: 'contract' } }] })
    .default({}),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const FEED_STATES = ['live', 'starting', 'stale', 'down'] as const;

/** Response of `GET /health`. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime_seconds: z.number(),
  database: z.enum(['up', 'down']),
  /** State of the data disk. `full`: orders cannot be stored, so no order is accepted. */
  disk: z.enum(['ok', 'full']),
  /**
   * The latest jump of the server's wall clock since its start, positive if the clock jumped ahead; null if it never
   * jumped.
   */
  clock_jump: z.object({ at: Instant, ms: z.number().int() }).nullable(),
  feed: z.object({
    state: z.enum(FEED_STATES),
    source: z.string(),
    fallback_from: FeedFallback,
    symbols: z.number().int(),
    last_tick_age_ms: z.number().nullable(),
  }),
});
export type Health = z.infer<typeof Health>;

/** Response of `GET /health/live`: the process answers, even if a dependency does not. */
export const Liveness = z.object({ live: z.literal(true) });

/** Response of `GET /ready` and `GET /health/ready`: 200 once orders can be accepted, else 503. */
export const Readiness = z.object({ ready: z.boolean(), waiting_for: z.array(z.string()) });

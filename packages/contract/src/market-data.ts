import { ASSET_TYPES, LIMITS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, CurrencyCode, Fraction, Instant, Money, SourceWord } from './common.ts';
import * as EXAMPLES from './examples/market-data.ts';
import { FEED_STATES } from './service.ts';

/** One row of `GET /api/v1/trading/assets`. */
export const Asset = z
  .object({
    symbol: AssetSymbol,
    name: z.string(),
    type: z.enum(ASSET_TYPES),
    current_price: z.number().nullable(),
    min_trade_amount: Money,
    max_trade_amount: Money,
    /** Currency of the two amounts: that of the account on which the asset is offered. */
    stake_currency: CurrencyCode,
    /** null: the broker prices each contract separately; `GET payout` asks for it. */
    payout: Fraction.nullable(),
    /** Durations that can be bought, in minutes; null: any of them from 1 to 1440, or known only on request. */
    durations: z.array(z.number().int()).nullable(),
    /** Result if the price ends where it began: the stake comes back, or is lost. */
    on_equal_prices: z.enum(['tie', 'lost']),
    decimals: z.number().int(),
    tick_size: z.number(),
    market_open: z.boolean(),
    source: SourceWord,
  })
  .meta({ examples: [EXAMPLES.ASSET] });
export type Asset = z.infer<typeof Asset>;

/** One row of `GET /api/v1/trading/market-data`; change, high and low are over the last 24 hours. */
export const MarketQuote = z
  .object({
    symbol: AssetSymbol,
    price: z.number().nullable(),
    change: z.number().nullable(),
    change_pct: z.number().nullable(),
    high: z.number().nullable(),
    low: z.number().nullable(),
    payout: Fraction,
    market_open: z.boolean(),
    stale: z.boolean(),
    source: SourceWord,
    updated_at: Instant.nullable(),
  })
  .meta({ examples: [EXAMPLES.QUOTE] });
export type MarketQuote = z.infer<typeof MarketQuote>;

export const MarketDataQuery = z.object({
  symbols: z
    .string()
    .max(2_000)
    .meta({ examples: ['EURUSD,BTCUSD'] })
    .optional(),
});

/** `time` is the open time in epoch seconds; `closed` is false only for the candle still forming. */
export const CandleView = z
  .object({
    time: z.number().int(),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    closed: z.boolean(),
  })
  .meta({ examples: [EXAMPLES.CANDLE] });
export type CandleView = z.infer<typeof CandleView>;

/** `before` is exclusive, in epoch seconds: the page ends with the last candle that opens before it. */
export const CandlesQuery = z.object({
  symbol: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  limit: z.coerce.number().int().min(1).max(LIMITS.candlesMaxLimit).default(LIMITS.candlesDefaultLimit),
  before: z.coerce.number().int().positive().optional(),
});

export const PayoutQuery = z.object({
  symbol: AssetSymbol,
  duration: z.coerce.number().int().min(LIMITS.durationMinMinutes).max(LIMITS.durationMaxMinutes),
});

/** `GET /api/v1/trading/payout`: the payout of a trade with this duration if it were accepted now. */
export const PayoutView = z
  .object({ symbol: AssetSymbol, duration: z.number().int(), payout: Fraction })
  .meta({ examples: [EXAMPLES.PAYOUT] });
export type PayoutView = z.infer<typeof PayoutView>;

/** `GET /api/v1/trading/market-source`: the price source a user sees, and those available. */
export const MarketSourceView = z
  .object({
    /** The price source in use. */
    source: SourceWord,
    /** True in a broker's mode: the broker's prices are then shown instead of the source chosen for paper trading. */
    follows_mode: z.boolean(),
    chosen: SourceWord,
    state: z.enum(FEED_STATES),
    options: z.array(
      z.object({
        source: SourceWord,
        name: z.string(),
        /** Whether the source can be chosen. A broker's prices need a connection to that broker. */
        available: z.boolean(),
      }),
    ),
  })
  .meta({ examples: [EXAMPLES.MARKET_SOURCE] });
export type MarketSourceView = z.infer<typeof MarketSourceView>;

/** `PUT /api/v1/trading/market-source` */
export const MarketSourceChoice = z.strictObject({ source: SourceWord }).meta({ examples: [{ source: 'simulated' }] });

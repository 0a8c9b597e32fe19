import { ASSET_TYPES, LIMITS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, CurrencyCode, Fraction, Instant, Money, PriceSourceId } from './common.ts';
import * as EXAMPLES from './examples/market-data.ts';
import {
  GIVEN_LENGTH_QUERY,
  hasAtMostOneLength,
  hasExactlyOneLength,
  LENGTH_FAULT,
  RESPONSE_LENGTH_FIELDS,
} from './lengths.ts';
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
    /** Currency of the two amounts: the currency of the account on which the asset is offered. */
    stake_currency: CurrencyCode,
    /**
     * Payout of a win as a fraction of the stake; null if the broker prices each option contract separately. In that
     * case `GET /api/v1/trading/payout` returns the payout.
     */
    payout: Fraction.nullable(),
    /**
     * Durations that can be bought, in minutes; null if any duration from 1 to 1440 can be bought, or if the broker
     * states them only on request.
     */
    durations: z.array(z.number().int()).nullable(),
    /** Durations in seconds that can be bought and are not whole minutes; empty if there are none. */
    durations_seconds: z.array(z.number().int()).default([]),
    /** Durations in ticks that can be bought; empty if there are none. */
    durations_ticks: z.array(z.number().int()).default([]),
    /** Result at an unchanged price: the stake is returned (`tie`) or lost (`lost`). */
    on_equal_prices: z.enum(['tie', 'lost']),
    decimals: z.number().int(),
    tick_size: z.number(),
    market_open: z.boolean(),
    source: PriceSourceId,
  })
  .meta({ examples: [EXAMPLES.ASSET] });
export type Asset = z.infer<typeof Asset>;

/** One row of `GET /api/v1/trading/market-data`. Change, high and low cover the last 24 hours. */
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
    source: PriceSourceId,
    updated_at: Instant.nullable(),
  })
  .meta({ examples: [EXAMPLES.QUOTE] });
export type MarketQuote = z.infer<typeof MarketQuote>;

/** Largest number of points of a {@link DayCurve}: one each half hour of a day. */
export const DAY_CURVE_POINTS = 48;

/**
 * One row of `GET /api/v1/trading/day-curves`: the last 24 hours of an asset up to its last closed minute, from stored
 * candles. `closes` has one close for each half hour with prices, oldest first; it is empty without history.
 */
export const DayCurve = z
  .object({ symbol: AssetSymbol, change_pct: z.number().nullable(), closes: z.array(z.number()).max(DAY_CURVE_POINTS) })
  .meta({ examples: [EXAMPLES.DAY_CURVE] });
export type DayCurve = z.infer<typeof DayCurve>;

export const MarketDataQuery = z.object({
  symbols: z
    .string()
    .max(2_000)
    .meta({ examples: ['EURUSD,BTCUSD'] })
    .optional(),
});

/** A candle. `time` is the open time in epoch seconds; `closed` is false only for the current candle. */
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

/**
 * Query for a page of candles. `before`, in epoch seconds, is exclusive: the page ends with the last candle that opens
 * before it.
 */
export const CandlesQuery = z.object({
  symbol: AssetSymbol,
  timeframe: z.enum(TIMEFRAMES),
  limit: z.coerce.number().int().min(1).max(LIMITS.candlesMaxLimit).default(LIMITS.candlesDefaultLimit),
  before: z.coerce.number().int().positive().optional(),
});

/**
 * Query of `GET /api/v1/trading/assets`. With a duration, the payouts are those of this duration; without one, those of
 * five minutes. At a broker the payouts are those that it lists.
 */
export const AssetsQuery = z.object(GIVEN_LENGTH_QUERY).refine(hasAtMostOneLength, LENGTH_FAULT);

/** Query of `GET /api/v1/trading/payout`: an asset and exactly one duration. */
export const PayoutQuery = z
  .object({ symbol: AssetSymbol, ...GIVEN_LENGTH_QUERY })
  .refine(hasExactlyOneLength, LENGTH_FAULT);

/** Response of `GET /api/v1/trading/payout`: the payout of a trade of this duration if it were accepted now. */
export const PayoutView = z
  .object({ symbol: AssetSymbol, ...RESPONSE_LENGTH_FIELDS, payout: Fraction })
  .meta({ examples: [EXAMPLES.PAYOUT] });
export type PayoutView = z.infer<typeof PayoutView>;

/** Response of `GET /api/v1/trading/market-source`: the user's price source, and the available sources. */
export const MarketSourceView = z
  .object({
    /** The price source of the user's prices. */
    source: PriceSourceId,
    /**
     * Whether the mode determines the price source. In a broker's mode, screens show the prices of this broker and not
     * those of the source that the user chose for paper trading.
     */
    follows_mode: z.boolean(),
    chosen: PriceSourceId,
    state: z.enum(FEED_STATES),
    options: z.array(
      z.object({
        source: PriceSourceId,
        name: z.string(),
        /** Whether the user can choose the source. A broker's prices need a connection to this broker. */
        available: z.boolean(),
      }),
    ),
  })
  .meta({ examples: [EXAMPLES.MARKET_SOURCE] });
export type MarketSourceView = z.infer<typeof MarketSourceView>;

/** Body of `PUT /api/v1/trading/market-source`. */
export const MarketSourceChoice = z
  .strictObject({ source: PriceSourceId })
  .meta({ examples: [{ source: 'simulated' }] });

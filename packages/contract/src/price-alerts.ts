import { z } from 'zod';
import { AssetSymbol, Instant, PriceSourceId } from './common.ts';

/** Largest number of alerts of a user that wait for their price. */
export const PRICE_ALERTS_PER_PERSON = 50;

const Level = z.number().positive().max(1e9);
const Direction = z.enum(['up', 'down']);

export const PriceAlertParams = z.object({ id: z.uuid() });

/**
 * Body of `PUT /api/v1/price-alerts/{id}`. `up`: the alert fires when the price reaches the level or rises above it;
 * `down`: when it reaches it or falls below. The client generates the id, so that a repeated request creates no second
 * alert.
 */
export const PriceAlertBody = z
  .strictObject({ symbol: AssetSymbol, direction: Direction, level: Level })
  .meta({ examples: [{ symbol: 'EURUSD', direction: 'up', level: 1.0925 }] });
export type PriceAlertBody = z.infer<typeof PriceAlertBody>;

/** An alert of the user. It fires once. */
export const PriceAlertView = z
  .object({
    id: z.uuid(),
    symbol: AssetSymbol,
    /** Source whose prices fire it: the one that the user saw when they created it. */
    source: PriceSourceId,
    direction: Direction,
    level: Level,
    created_at: Instant,
    /** Time and price of the tick that fired it; null while it waits. */
    fired_at: Instant.nullable(),
    fired_price: z.number().nullable(),
  })
  .meta({
    examples: [
      {
        id: '018f4a6e-0000-7000-8000-000000000001',
        symbol: 'EURUSD',
        source: 'simulated',
        direction: 'up',
        level: 1.0925,
        created_at: '2026-11-21T14:30:00.000Z',
        fired_at: null,
        fired_price: null,
      },
    ],
  });
export type PriceAlertView = z.infer<typeof PriceAlertView>;

import { z } from 'zod';
import { CurrencyCode, Instant, Money } from './common.ts';
import * as EXAMPLES from './examples/early-sale.ts';

/**
 * Response of `GET /api/v1/trading/option/{id}/sale`. `offered`: the broker now buys the option contract back for
 * `price`; `profit` is this price less the stake, and `stated_at` is the time of the price by the server's clock.
 * `selling`: a sale was sent and has no response yet. `unavailable`: the trade cannot be sold now; code and sentence
 * state the reason.
 */
export const SaleView = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('offered'), currency: CurrencyCode, price: Money, profit: Money, stated_at: Instant }),
    z.object({ state: z.literal('selling'), currency: CurrencyCode, min_price: Money, asked_at: Instant }),
    z.object({ state: z.literal('unavailable'), code: z.string(), reason: z.string() }),
  ])
  .meta({ examples: EXAMPLES.SALE_VIEWS });
export type SaleView = z.infer<typeof SaleView>;

/**
 * Body of `POST /api/v1/trading/option/{id}/sale`: the lowest price that the user accepts, which is the displayed
 * price.
 */
export const SaleRequest = z
  .strictObject({ min_price: z.number().nonnegative() })
  .meta({ examples: [EXAMPLES.SALE_REQUEST] });
export type SaleRequest = z.infer<typeof SaleRequest>;

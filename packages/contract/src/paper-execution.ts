import { PAPER_BASES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { Fraction, PriceSourceId } from './common.ts';

/**
 * How the paper account fills the user's orders on the prices that they see. `measured`: as their own account at that
 * broker filled their last orders. `assumed`: fewer than 20 accepted orders there, so the values are optimistic.
 * `exact`: the source has no broker, so the first tick after the acceptance fills an order.
 */
export const PaperExecutionView = z
  .object({
    source: PriceSourceId,
    /** Time from the acceptance of an order to the earliest tick that may fill it. */
    delay_ms: z.number().int(),
    /** Share of orders that are refused. */
    refused_share: Fraction,
    /** Number of the user's own orders at the broker. */
    orders: z.number().int(),
    basis: z.enum(PAPER_BASES),
    /**
     * The user's last paper orders on these prices: how many, how many were filled at another payout than that of their
     * acceptance, and how many were refused because it had fallen too far.
     */
    payout_changes: z.object({ orders: z.number().int(), changed: z.number().int(), refused: z.number().int() }),
  })
  .meta({
    examples: [
      {
        source: 'iqoption',
        delay_ms: 640,
        refused_share: 0.02,
        orders: 100,
        basis: 'measured',
        payout_changes: { orders: 40, changed: 3, refused: 1 },
      },
    ],
  });
export type PaperExecutionView = z.infer<typeof PaperExecutionView>;

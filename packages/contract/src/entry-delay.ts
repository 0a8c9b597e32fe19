import { z } from 'zod';

/**
 * Measured delay of automatic orders on the account in use, from the entry of the signal to the acceptance of the
 * order. It covers at most the last 100 accepted orders. If the broker states whole seconds, the delay is in whole
 * seconds.
 */
export const EntryDelayView = z
  .object({ count: z.number().int(), median_ms: z.number(), p95_ms: z.number() })
  .meta({ examples: [{ count: 100, median_ms: 42, p95_ms: 118 }] });
export type EntryDelayView = z.infer<typeof EntryDelayView>;

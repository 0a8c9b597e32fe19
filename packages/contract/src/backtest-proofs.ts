import { VERDICTS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { CurrencyCode, Fraction, Money } from './common.ts';
import * as EXAMPLES from './examples/proofs.ts';

/** Number of null worlds of a proof, unless the method would need too much computing time. */
export const PROOF_WORLDS = 500;

/**
 * Result of the same method in markets without an edge (decision 0069). Each is a copy of the tested candles whose
 * moves keep their size and get a random sign.
 */
export const ProofReport = z
  .object({
    currency: CurrencyCode,
    /** Number of markets without an edge. */
    worlds: z.number().int(),
    /** Number of these markets in which the verdict is `above`. */
    above: z.number().int(),
    /** Number of these markets with too few decided trades for a verdict. */
    short_samples: z.number().int(),
    /** Exact 95 % interval of the share of such markets. */
    above_interval: z.object({ low: Fraction, high: Fraction }),
    /** Verdict and profit in the real market. The verdict is null without decided trades. */
    real: z.object({ verdict: z.enum(VERDICTS).nullable(), profit: Money }),
    /** Number of markets without an edge whose profit is at least that of the real market. */
    at_least_as_good: z.number().int(),
    /** Permutation p-value: (`at_least_as_good` + 1) / (`worlds` + 1). */
    p_value: Fraction,
    /** Profits in the markets without an edge, ascending. */
    profits: z.array(Money),
    compute_ms: z.number(),
  })
  .meta({ examples: [EXAMPLES.PROOF] });
export type ProofReport = z.infer<typeof ProofReport>;

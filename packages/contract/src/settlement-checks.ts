import { ACCOUNT_KINDS, RESULT_CHANGES, SETTLEMENT_VERDICTS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { BrokerIdOrMock, CurrencyCode, Instant } from './common.ts';
import * as EXAMPLES from './examples/settlement-checks.ts';

const CheckedPrice = z.object({
  /** Price that the venue states; null if it states none. */
  stated: z.number().nullable(),
  /** Recorded price at that moment; null if it was not recorded. */
  recorded: z.number().nullable(),
  /** Lowest and highest recorded price within `precision_ms` of the moment. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Distance from the stated price to the nearest recorded one; 0 within the recorded range. */
  gap: z.number().nullable(),
});

/**
 * The check of an ended trade against the prices that the server recorded live of the same source, about a minute after
 * the settlement. `no_data`: the prices around entry or end were not recorded live. `result_changes`: whether the
 * recorded prices give another result than the venue; `unsure` if both lie within `precision_ms`.
 */
export const SettlementCheckView = z
  .object({
    verdict: z.enum(SETTLEMENT_VERDICTS),
    result_changes: z.enum(RESULT_CHANGES).nullable(),
    recorded_result: z.enum(['won', 'lost', 'expired']).nullable(),
    precision_ms: z.number().int(),
    entry: CheckedPrice,
    settle: CheckedPrice,
    checked_at: Instant,
  })
  .meta({ examples: [EXAMPLES.SETTLEMENT_CHECK] });
export type SettlementCheckView = z.infer<typeof SettlementCheckView>;

/** Response of `GET /api/v1/trading/option/{id}/check`. `check` is null while the trade was not checked. */
export const SettlementCheckResponse = z
  .object({ check: SettlementCheckView.nullable() })
  .meta({ examples: [{ check: EXAMPLES.SETTLEMENT_CHECK }] });
export type SettlementCheckResponse = z.infer<typeof SettlementCheckResponse>;

/** Number of checked trades of each account, by verdict. `result_changes` counts those with another result. */
export const SettlementCheckCounts = z
  .object({
    accounts: z.array(
      z.object({
        broker: BrokerIdOrMock,
        account: z.enum(ACCOUNT_KINDS),
        currency: CurrencyCode,
        match: z.number().int(),
        differs: z.number().int(),
        no_data: z.number().int(),
        result_changes: z.number().int(),
      }),
    ),
  })
  .meta({ examples: [EXAMPLES.SETTLEMENT_CHECK_COUNTS] });
export type SettlementCheckCounts = z.infer<typeof SettlementCheckCounts>;

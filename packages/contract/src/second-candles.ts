import { LIMITS, SECOND_TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol } from './common.ts';
import * as EXAMPLES from './examples/second-candles.ts';
import { CandleView } from './market-data.ts';

/** Query of `GET /api/v1/trading/second-candles`. `before`, in epoch seconds, is exclusive. */
export const SecondCandlesQuery = z.object({
  symbol: AssetSymbol,
  timeframe: z.enum(SECOND_TIMEFRAMES),
  limit: z.coerce.number().int().min(1).max(LIMITS.secondCandlesMaxLimit).default(LIMITS.candlesDefaultLimit),
  before: z.coerce.number().int().positive().optional(),
});

/** Response of `GET /api/v1/trading/second-candles`: a page of candles from stored ticks, oldest first. */
export const SecondCandlesView = z
  .object({
    /** Seconds without a tick have no candle. `closed` is false for a last candle that can still get ticks. */
    candles: z.array(CandleView),
    /** Whether there may be candles before the page. A page that is shorter than `limit` need not be the oldest one. */
    has_older: z.boolean(),
  })
  .meta({ examples: [EXAMPLES.SECOND_CANDLES] });
export type SecondCandlesView = z.infer<typeof SecondCandlesView>;

import { LIMITS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { Instant } from './common.ts';
import * as EXAMPLES from './examples/price-file-candles.ts';
import { CandleView } from './market-data.ts';
import { ONE_EDGE_FAULT_ES } from './price-file-candles.es.ts';

const EpochSeconds = z.coerce.number().int();

/**
 * Query of `GET /api/v1/price-files/{id}/candles`. `before` (exclusive) asks for the candles that open before a time,
 * `from` for those from the candle that holds a time on; both in UTC epoch seconds. Without them the newest are read.
 */
export const PriceFileCandlesQuery = z
  .object({
    timeframe: z.enum(TIMEFRAMES),
    limit: z.coerce.number().int().min(1).max(LIMITS.candlesMaxLimit).default(LIMITS.candlesDefaultLimit),
    before: EpochSeconds.optional(),
    from: EpochSeconds.optional(),
  })
  .refine(({ before, from }) => before === undefined || from === undefined, {
    path: ['from'],
    message: ONE_EDGE_FAULT_ES,
  });
export type PriceFileCandlesQuery = z.infer<typeof PriceFileCandlesQuery>;

/** Response of `GET /api/v1/price-files/{id}/candles`: a page of candles in UTC, oldest first. */
export const PriceFileCandlesView = z
  .object({
    /** `closed` is false only for the last candle of the file, if the file ends inside it. */
    candles: z.array(CandleView),
    /** Whether the file has candles before and after the page. A page may be shorter than `limit` and not the last. */
    has_older: z.boolean(),
    has_newer: z.boolean(),
    /** Open time of the first and of the last candle of the file. */
    first_candle: Instant,
    last_candle: Instant,
    /** The most decimals of a price of the page. */
    decimals: z.number().int(),
    /** Whether the market trades on Saturdays; a gap over a weekend is a hole then. */
    trades_on_saturdays: z.boolean(),
  })
  .meta({ examples: [EXAMPLES.CANDLES] });
export type PriceFileCandlesView = z.infer<typeof PriceFileCandlesView>;

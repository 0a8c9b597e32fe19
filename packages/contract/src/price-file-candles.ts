import { LIMITS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { Instant } from './common.ts';
import * as EXAMPLES from './examples/price-file-candles.ts';
import { CandleView } from './market-data.ts';
import { ONE_EDGE_FAULT_ES } from './price-file-candles.es.ts';

const EpochSeconds = z.coerce.number().int();

/**
 * Query of `GET /api/v1/price-files/{id}/candles`. `before` requests the candles that open before this time. `from`
 * requests candles from the one that contains this time. Both are UTC epoch seconds. Without them, the response
 * contains the newest candles.
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
    /**
     * Whether the file has candles before (`has_older`) and after the page. A page that is shorter than `limit` need
     * not be the last page.
     */
    has_older: z.boolean(),
    has_newer: z.boolean(),
    /** Open time of the first and of the last candle of the file. */
    first_candle: Instant,
    last_candle: Instant,
    /** Largest number of decimals of a price on the page. */
    decimals: z.number().int(),
    /** Whether the market trades on Saturdays. If it does, a gap over a weekend is a hole. */
    trades_on_saturdays: z.boolean(),
  })
  .meta({ examples: [EXAMPLES.CANDLES] });
export type PriceFileCandlesView = z.infer<typeof PriceFileCandlesView>;

import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, Instant } from './common.ts';

const FETCH_ID = '0b1f8f0e-6f1d-4a3e-9d2b-7c5e4a1b2c3e';

/** Body of `POST /api/v1/history-fetches`. */
export const HistoryFetchRequest = z
  .strictObject({ broker: BrokerIdOrMock, symbol: AssetSymbol })
  .meta({ examples: [{ broker: 'deriv', symbol: 'EURUSD' }] });

export const HistoryFetchParams = z.object({ id: z.uuid().meta({ examples: [FETCH_ID] }) });

/**
 * The gaps of a fetched history. Weekends on which the market was closed are counted separately; every other missing
 * minute belongs to a hole. `longest` lists the longest holes in order of time.
 */
export const HistoryGapsView = z.object({
  weekends: z.number().int(),
  holes: z.number().int(),
  hole_minutes: z.number().int(),
  longest: z.array(z.object({ from: Instant, to: Instant, minutes: z.number().int() })),
});
export type HistoryGapsView = z.infer<typeof HistoryGapsView>;

/**
 * A history that the user fetches from a broker, into the price file of the same id. `waiting_for` is the reason why a
 * running fetch pauses: no connection, a rate limit of the broker, or no response.
 */
export const HistoryFetch = z
  .object({
    id: z.uuid(),
    broker: BrokerIdOrMock,
    symbol: AssetSymbol,
    status: z.enum(['running', 'done', 'cancelled', 'failed']),
    waiting_for: z.enum(['connection', 'rate_limit', 'answer']).nullable(),
    /** Time span of the requested history. */
    from: Instant,
    to: Instant,
    candles: z.number().int(),
    first_candle: Instant.nullable(),
    last_candle: Instant.nullable(),
    /** Number of requests of this run, and how many of them are done. */
    pages: z.number().int(),
    pages_done: z.number().int(),
    /** Gaps of the fetched candles; null until the fetch ends for the first time. */
    gaps: HistoryGapsView.nullable(),
    updated_at: Instant,
  })
  .meta({
    examples: [
      {
        id: FETCH_ID,
        broker: 'deriv',
        symbol: 'EURUSD',
        status: 'done',
        waiting_for: null,
        from: '2025-11-24T02:40:00.000Z',
        to: '2026-11-25T14:30:00.000Z',
        candles: 374_211,
        first_candle: '2025-11-24T02:40:00.000Z',
        last_candle: '2026-11-25T14:29:00.000Z',
        pages: 106,
        pages_done: 106,
        gaps: {
          weekends: 52,
          holes: 1,
          hole_minutes: 1_425,
          longest: [{ from: '2025-12-25T00:00:00.000Z', to: '2025-12-25T23:45:00.000Z', minutes: 1_425 }],
        },
        updated_at: '2026-11-25T14:32:10.000Z',
      },
    ],
  });
export type HistoryFetch = z.infer<typeof HistoryFetch>;

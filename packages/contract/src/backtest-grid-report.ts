import { TIMEFRAMES, VERDICTS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, CurrencyCode, Instant, Money, PriceSourceId } from './common.ts';
import * as EXAMPLES from './examples/backtests.ts';
import { RESPONSE_LENGTH_FIELDS } from './lengths.ts';
import { WinRateCardView } from './trading.ts';

/** Result of one cell: the same rule on one asset, one timeframe and with one duration of its trades. */
export const GridResultView = z.object({
  source: PriceSourceId.meta({ examples: ['simulated'] }),
  candles: z.number().int(),
  from: Instant.nullable(),
  to: Instant.nullable(),
  trades: z.number().int(),
  card: WinRateCardView,
  profit: Money,
  /** p-value of this cell as if it were the only try; null with too few trades. */
  p_value: z.number().nullable(),
  /**
   * Verdict of this cell, corrected for all cells and all earlier tries on the data; null without decided trades. The
   * verdict of `card` is not corrected.
   */
  verdict: z.enum(VERDICTS).nullable(),
});

export const GridCellView = z
  .object({
    asset: AssetSymbol,
    timeframe: z.enum(TIMEFRAMES),
    ...RESPONSE_LENGTH_FIELDS,
    /** Null for a cell that could not be tested. */
    result: GridResultView.nullable(),
    /** The reason why a cell could not be tested. Such a cell does not count as tried. */
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ examples: EXAMPLES.GRID_CELLS });
export type GridCellView = z.infer<typeof GridCellView>;

export const GridReport = z.object({
  currency: CurrencyCode,
  /** Number of tested cells; equal cells count once. */
  variants: z.number().int(),
  /** Cells in the order of the request: by data, then by timeframe, then by duration. */
  cells: z.array(GridCellView),
  compute_ms: z.number(),
});
export type GridReport = z.infer<typeof GridReport>;

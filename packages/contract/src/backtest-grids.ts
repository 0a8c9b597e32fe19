import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { GRID_MAX_CELLS, GRID_MAX_SIDE } from './backtest-grid-limits.ts';
import { BacktestData, BacktestRequest } from './backtests.ts';
import { GRID_FAULT_ES } from './errors/grid-messages.es.ts';
import { LENGTH_FAULT_ES } from './errors/messages.es.ts';
import * as EXAMPLES from './examples/backtests.ts';
import { hasExactlyOneLength, REQUEST_LENGTH_FIELDS } from './lengths.ts';

const GridData = BacktestData.refine(({ source }) => source !== 'csv', { error: GRID_FAULT_ES.csv });
const GridLength = z.strictObject(REQUEST_LENGTH_FIELDS).refine(hasExactlyOneLength, { error: LENGTH_FAULT_ES });

/**
 * Body of `POST /api/v1/backtests/grids`. The grid tests the rules of `subject` on each data set, with each timeframe
 * and each trade duration. These replace the timeframe and duration in the rules.
 */
export const GridRequest = BacktestRequest.omit({ data: true })
  .extend({
    data: z.array(GridData).min(1).max(GRID_MAX_SIDE),
    timeframes: z.array(z.enum(TIMEFRAMES)).min(1).max(TIMEFRAMES.length),
    lengths: z.array(GridLength).min(1).max(GRID_MAX_SIDE),
  })
  .refine(({ data, timeframes, lengths }) => data.length * timeframes.length * lengths.length <= GRID_MAX_CELLS, {
    error: GRID_FAULT_ES.cells(GRID_MAX_CELLS),
    path: ['data'],
  })
  .meta({ examples: [EXAMPLES.GRID_REQUEST] });
export type GridRequest = z.infer<typeof GridRequest>;

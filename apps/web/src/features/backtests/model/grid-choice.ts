import { GRID_MAX_CELLS, GRID_MAX_SIDE, type GridRequest } from '@vigia/contract';
import {
  expectedSecondsOf,
  formatLength,
  lengthField,
  minutesLong,
  secondsLong,
  type TradeLength,
} from '@vigia/core/trades';
import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import { gridMessages as words } from '../grid/messages.es.ts';
import type { BacktestTarget } from '../target.ts';
import type { TestRequest } from './test-request.ts';

/** The assets, timeframes and durations that the user chose for a grid of backtests. */
export type GridChoice = {
  readonly assets: readonly string[];
  readonly timeframes: readonly Timeframe[];
  readonly lengths: readonly TradeLength[];
};

/** The timeframes and durations of a grid request, as chosen in the form. The tested data are added later. */
export type GridAxes = Pick<z.input<typeof GridRequest>, 'timeframes' | 'lengths'>;

const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60] as const;

/**
 * Returns the trade durations to choose from: common minutes, the seconds that the market offers, and the duration of
 * the rules.
 */
export function offeredGridLengths(target: BacktestTarget, seconds: readonly number[]): readonly TradeLength[] {
  const all = [...seconds.map(secondsLong), ...MINUTES.map(minutesLong), target.length];
  return [...new Map(all.map((length) => [formatLength(length), length])).values()];
}

/** Returns the initial choice of a grid: the one cell that equals the rules themselves. */
export const initialGridChoice = (target: BacktestTarget): GridChoice => ({
  assets: [target.asset],
  timeframes: [target.timeframe],
  lengths: [target.length],
});

export const countGridCells = ({ assets, timeframes, lengths }: GridChoice): number =>
  assets.length * timeframes.length * lengths.length;

/** Returns why the grid cannot be tested; null if it can. */
export function gridFault(choice: GridChoice): string | null {
  const cells = countGridCells(choice);
  if (cells === 0) return words.none;
  return cells > GRID_MAX_CELLS ? words.tooMany(cells, GRID_MAX_CELLS) : null;
}

/**
 * Adds a value to the assets, timeframes or durations of a grid, or removes it. If the list is full, nothing is added.
 */
export function toggledValues<Value>(values: readonly Value[], value: Value, isSame: (one: Value) => boolean) {
  const rest = values.filter((one) => !isSame(one));
  if (rest.length < values.length) return rest;
  return values.length < GRID_MAX_SIDE ? [...values, value] : values;
}

/** Returns the timeframes and durations for the request, shortest first. */
export const sortedGridSides = ({ timeframes, lengths }: GridChoice): GridAxes => ({
  timeframes: TIMEFRAMES.filter((each) => timeframes.includes(each)),
  lengths: lengths.toSorted((a, b) => expectedSecondsOf(a) - expectedSecondsOf(b)).map(lengthField),
});

/** Returns the request of a grid. It contains the data of a single backtest, once for each asset. */
export function gridRequest(
  { subject }: BacktestTarget,
  { data, ...request }: TestRequest,
  assets: readonly string[],
  sides: GridAxes,
): z.input<typeof GridRequest> {
  const each = 'asset' in data ? assets.map((asset) => ({ ...data, asset })) : [data];
  return { subject, ...request, data: each, ...sides };
}

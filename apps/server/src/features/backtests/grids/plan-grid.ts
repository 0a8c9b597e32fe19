import type { BacktestData, GridRequest } from '@vigia/contract';
import { lengthOfSubject } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { lengthIn } from '@vigia/core/trades';
import type { GridCellPosition, GridDataGroup, RefusedCell } from '../jobs/job-plan.ts';
import { unsuitedDataRefusal } from '../jobs/read-subject.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';
import type { ResolvedData } from '../jobs/resolved-data.ts';
import { cellSubject } from './cell-subject.ts';

export type PlannedGrid = { readonly parts: readonly GridDataGroup[]; readonly refused: readonly RefusedCell[] };

/** A data set of the request: its name, the request and the data or why they cannot be read. */
type Found = {
  readonly name: string;
  readonly asked: BacktestData;
  readonly data: Result<ResolvedData, BacktestRefusal>;
};
type Side = { readonly found: Found; readonly places: readonly GridCellPosition[] };

/**
 * Plans the cells of a grid. If a cell cannot be tested, it is listed with its reason, and the other cells continue.
 * @param data the data sets of the request in their order; equal data sets are planned once
 * @returns the reason of the first cell, if no cell can be tested
 */
export function planGrid(request: GridRequest, data: readonly Found[]): Result<PlannedGrid, BacktestRefusal> {
  const refused: RefusedCell[] = [];
  const parts = sidesOf(request, data).flatMap(({ found, places }): GridDataGroup[] => {
    const cells = places.flatMap((place) => {
      const subject = found.data.ok ? testable(request, place, found.data.value) : found.data;
      if (subject.ok) return [{ ...place, subject: subject.value }];
      refused.push({ ...place, refusal: subject.error });
      return [];
    });
    return found.data.ok && cells.length > 0 ? [{ asked: found.asked, data: found.data.value, cells }] : [];
  });
  const [first] = refused;
  return parts.length === 0 && first ? err(first.refusal) : ok({ parts, refused });
}

/**
 * Returns the cells of each data set with their indexes in the report. Equal data sets, timeframes and durations give
 * one cell.
 */
function sidesOf({ timeframes, lengths }: GridRequest, data: readonly Found[]): readonly Side[] {
  const known = new Map(data.map((found) => [found.data.ok ? found.data.value.key : found.name, found]));
  const distinct = [...new Map(lengths.map(lengthIn).map((length) => [JSON.stringify(length), length])).values()];
  let index = 0;
  return [...known.values()].map((found) => ({
    found,
    places: [...new Set(timeframes)].flatMap((timeframe) =>
      distinct.map((length) => ({ index: index++, asset: found.name, timeframe, length })),
    ),
  }));
}

function testable({ subject: asked }: GridRequest, { timeframe, length }: GridCellPosition, data: ResolvedData) {
  const subject = cellSubject(asked, timeframe, length);
  if (!subject.ok) return subject;
  const { stepSeconds, ticks } = data;
  const why = unsuitedDataRefusal(subject.value, [lengthOfSubject(subject.value)], {
    stepSeconds,
    hasTicks: ticks !== null,
  });
  return why === null ? subject : err(why);
}

import type { BacktestError } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { combinedTry } from '@vigia/core/statistics';
import type { FinishedBacktest } from '../jobs/finished-backtest.ts';
import type { GridCell, GridDataGroup, JobPlan, JobWork } from '../jobs/job-plan.ts';
import { type RunDeps, readRunInputs } from '../jobs/read-run-inputs.ts';
import type { CellFigures, ReportLabels } from '../threads/protocol.ts';
import type { TestedData } from '../tries/families.repository.ts';
import { testedDataOf } from '../tries/tested-data.ts';
import { gridReport, type RanCell } from './grid-report.ts';

type RanPart = { readonly cells: readonly RanCell[]; readonly data: TestedData };

/** Runs the cells of a grid. The candles of one data set are in memory at a time; its cells run concurrently. */
export async function runGrid(
  deps: RunDeps,
  plan: JobPlan,
  { parts, refused }: Extract<JobWork, { kind: 'grid' }>,
  { currency }: Pick<ReportLabels, 'currency'>,
): Promise<Result<FinishedBacktest, BacktestError>> {
  const startedMs = deps.clock.now();
  const ran: RanPart[] = [];
  for (const part of parts) {
    const cells = await runPart(deps, plan, part);
    if (!cells.ok) return cells;
    ran.push(cells.value);
  }
  const cells = ran.flatMap((part) => part.cells).toSorted((a, b) => a.index - b.index);
  const computeMs = deps.clock.now() - startedMs;
  const report = gridReport(cells, refused, { currency, computeMs });
  return ok({
    report: JSON.stringify(report),
    tradesGz: null,
    scores: combinedTry(cells.map(({ figures }) => figures.scores)),
    alone: null,
    data: ran.map(({ data }) => data),
  });
}

async function runPart(
  deps: RunDeps,
  plan: JobPlan,
  { data, cells }: GridDataGroup,
): Promise<Result<RanPart, BacktestError>> {
  const lengths = cells.map(({ length }) => length);
  const inputs = await readRunInputs(deps, plan, data, lengths);
  if (plan.control.isCancelled) return err({ reason: 'cancelled' });
  const run = async (cell: GridCell): Promise<Result<RanCell, BacktestError>> => {
    const task = { kind: 'grid_cell', inputs, subject: cell.subject } as const;
    const { result } = await deps.pool.run(plan.userId, 'grid_cell', task);
    return result.ok ? ok(ranCell(cell, data.source, result.value)) : result;
  };
  const ran: RanCell[] = [];
  for (const cell of await Promise.all(cells.map(run))) {
    if (!cell.ok) return cell;
    ran.push(cell.value);
  }
  return ok({ cells: ran, data: testedDataOf(data, inputs.base) });
}

const ranCell = (cell: GridCell, source: RanCell['source'], figures: CellFigures): RanCell => ({
  ...cell,
  source,
  figures,
});

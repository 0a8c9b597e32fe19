import type { BacktestError } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { GridCell, GridPart, JobPlan, JobWork } from '../jobs/job-plan.ts';
import { overOf, type RunDeps } from '../jobs/run-over.ts';
import type { CellFigures, Reported, ReportLabels } from '../threads/protocol.ts';
import { gridReport, type RanCell } from './grid-report.ts';

type Ran = Result<readonly RanCell[], BacktestError>;

/**
 * Runs the cells of a grid. The candles of one data set are in memory at a time; its cells run concurrently.
 * @param labels `triedBefore` counts the other variants on the data of all cells
 */
export async function runGrid(
  deps: RunDeps,
  plan: JobPlan,
  { parts, refused }: Extract<JobWork, { kind: 'grid' }>,
  { currency, triedBefore }: Pick<ReportLabels, 'currency' | 'triedBefore'>,
): Promise<Result<Reported, BacktestError>> {
  const startedMs = deps.clock.now();
  const ran: RanCell[] = [];
  for (const part of parts) {
    const cells = await runPart(deps, plan, part);
    if (!cells.ok) return cells;
    ran.push(...cells.value);
  }
  const computeMs = deps.clock.now() - startedMs;
  const report = gridReport(ran, refused, { currency, triedBefore, computeMs });
  return ok({ report: JSON.stringify(report), tradesGz: null });
}

async function runPart(deps: RunDeps, plan: JobPlan, { data, cells }: GridPart): Promise<Ran> {
  const lengths = cells.map(({ length }) => length);
  const over = await overOf(deps, plan, data, lengths);
  if (plan.control.isCancelled) return err({ reason: 'cancelled' });
  const run = async (cell: GridCell): Promise<Result<RanCell, BacktestError>> => {
    const task = { kind: 'grid_cell', over, subject: cell.subject } as const;
    const { result } = await deps.pool.run(plan.userId, 'grid_cell', task);
    return result.ok ? ok(ranCell(cell, data.source, result.value)) : result;
  };
  const ran: RanCell[] = [];
  for (const cell of await Promise.all(cells.map(run))) {
    if (!cell.ok) return cell;
    ran.push(cell.value);
  }
  return ok(ran);
}

const ranCell = (cell: GridCell, source: RanCell['source'], figures: CellFigures): RanCell => ({
  ...cell,
  source,
  figures,
});

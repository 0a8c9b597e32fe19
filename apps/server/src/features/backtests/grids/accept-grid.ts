import type { GridRequest } from '@vigia/contract';
import { invariant, ok, type Result } from '@vigia/core/kernel';
import { VERSION } from '#platform/project-root.ts';
import type { StoredCell } from '../backtests.repository.ts';
import type { AcceptJobDeps } from '../jobs/accept-job.ts';
import { beginJob } from '../jobs/begin-job.ts';
import type { GridDataGroup, JobPlan } from '../jobs/job-plan.ts';
import { readMoney } from '../jobs/read-money.ts';
import { subjectTypeOf } from '../jobs/read-subject.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';
import { resolveData } from '../jobs/resolve-data.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import { cellRequest } from './cell-subject.ts';
import { planGrid } from './plan-grid.ts';

/** Makes all checks that are possible before candles are read, then stores the grid and starts it. Returns its id. */
export const acceptGrid = (
  deps: AcceptJobDeps,
  userId: string,
  asked: GridRequest,
): Promise<Result<string, BacktestRefusal>> => beginJob(deps, userId, () => planOf(deps, userId, asked));

async function planOf(
  deps: AcceptJobDeps,
  userId: string,
  asked: GridRequest,
): Promise<Result<JobPlan, BacktestRefusal>> {
  const money = readMoney(asked);
  if (!money.ok) return money;
  const found = [];
  for (const wanted of asked.data) {
    const data = await resolveData(deps, deps.uploads, userId, wanted);
    found.push({ name: data.ok ? data.value.asset : nameOf(wanted), asked: wanted, data });
  }
  const planned = planGrid(asked, found);
  if (!planned.ok) return planned;
  const { parts, refused } = planned.value;
  const [first] = parts;
  const cell = first?.cells[0];
  invariant(first !== undefined && cell !== undefined, 'a planned grid has a cell');
  return ok({
    id: deps.ids.next(),
    userId,
    subjectId: null,
    work: { kind: 'grid', parts, refused },
    data: first.data,
    createdAtMs: deps.clock.now(),
    request: {
      asset: cell.asset,
      timeframe: cell.timeframe,
      subject: subjectTypeOf(cell.subject),
      rules: cell.subject.rules,
      ranges: null,
      data: asked.data,
      appVersion: VERSION,
      cells: parts.flatMap((part) => storedCells(asked.subject, part)),
      ...money.value,
    },
    ...money.value,
    control: new JobControl(createControlMemory()),
  });
}

const nameOf = (data: GridRequest['data'][number]): string => ('asset' in data ? data.asset : UNKNOWN_FILE);

/** Name of a price file that the user does not have. */
const UNKNOWN_FILE = '—';

const storedCells = (subject: GridRequest['subject'], { asked, cells }: GridDataGroup): StoredCell[] =>
  cells.map((cell) => ({
    alone: { index: cell.index, subject: cellRequest(subject, cell.timeframe, cell.length), data: asked },
  }));

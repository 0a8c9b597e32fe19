import type { BacktestJob } from '@vigia/contract';
import { useState } from 'react';
import { formatDateTime } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { backtestMessages } from '../messages.es.ts';
import { runName } from '../model/run-name.ts';
import { COMPARED_MAX, COMPARED_MIN } from '../model/shown-runs.ts';
import { FinishedResult } from '../report/finished-result.tsx';
import { compareMessages as words } from './messages.es.ts';

type RunListProps = { readonly jobs: readonly BacktestJob[]; readonly onShow: (ids: readonly string[]) => void };

/**
 * Returns whether a backtest can be compared. Sweeps and grids cannot, because they have no single win rate and curve.
 */
const isComparable = ({ kind, status }: BacktestJob): boolean => kind === 'single' && status === 'done';

/** Lists the kept backtests, and lets the user choose some to compare. */
export function RunList({ jobs, onShow }: RunListProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((each) => each !== id)));
  const isFull = chosen.length >= COMPARED_MAX;
  return (
    <section aria-label={words.list} className="grid gap-3 rounded-card border border-line bg-surface p-4 max-md:p-3">
      <ul>
        {jobs.map((job) => (
          <Run
            key={job.id}
            job={job}
            isChosen={chosen.includes(job.id)}
            isFull={isFull}
            onChoose={(on) => toggle(job.id, on)}
            onShow={() => onShow([job.id])}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-12 text-fg-3">{words.hint}</p>
        <Button
          variant="primary"
          className="max-md:w-full"
          disabled={chosen.length < COMPARED_MIN}
          onClick={() => onShow(chosen)}
        >
          {words.compare(chosen.length)}
        </Button>
      </div>
    </section>
  );
}

type RunProps = {
  readonly job: BacktestJob;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly onShow: () => void;
};

function Run({ job, isChosen, isFull, onChoose, onShow }: RunProps) {
  const { kinds, statuses } = backtestMessages.earlier;
  const spoken = `${runName(job)}, ${formatDateTime(job.created_at)}`;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5 text-13 last:border-0">
      <Checkbox
        checked={isChosen}
        disabled={!isComparable(job) || (isFull && !isChosen)}
        aria-label={words.choose(spoken)}
        onChange={(event) => onChoose(event.target.checked)}
      >
        <span className="grid min-w-44">
          <b className="font-semibold text-fg-1">{runName(job)}</b>
          <time dateTime={job.created_at} className="text-12 text-fg-3">
            {formatDateTime(job.created_at)}
          </time>
        </span>
      </Checkbox>
      <Badge>{job.status === 'done' ? kinds[job.kind] : statuses[job.status]}</Badge>
      <FinishedResult job={job} />
      <Button
        variant="ghost"
        size="sm"
        className="ml-auto touch:h-(--h-touch)"
        aria-label={words.seeOf(spoken)}
        onClick={onShow}
      >
        {words.see}
      </Button>
    </li>
  );
}

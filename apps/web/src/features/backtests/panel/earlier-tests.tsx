import type { BacktestJob } from '@vigia/contract';
import { formatDateTime, formatPercent } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { backtestMessages } from '../messages.es.ts';
import { FinishedResult } from '../report/finished-result.tsx';

const words = backtestMessages.earlier;

const TONES = { queued: 'plain', running: 'accent', done: 'ok', cancelled: 'plain', failed: 'error' } as const;

type EarlierTestsProps = {
  readonly jobs: readonly BacktestJob[];
  readonly failed: boolean;
  readonly shownId: string | null;
  readonly onShow: (id: string) => void;
};

/**
 * Lists the earlier backtests of these rules. Each of them counts as a variant in the multiple-test correction of the
 * p-value.
 */
export function EarlierTests({ jobs, failed, shownId, onShow }: EarlierTestsProps) {
  if (failed) return <FieldError>{words.failed}</FieldError>;
  if (jobs.length < 2) return null;
  return (
    <section aria-label={words.title} className="grid gap-1">
      <h3 className="text-13 font-medium text-fg-2">{words.title}</h3>
      <ul>
        {jobs.map((job) => (
          <EarlierTest key={job.id} job={job} isShown={job.id === shownId} onShow={() => onShow(job.id)} />
        ))}
      </ul>
    </section>
  );
}

type EarlierTestProps = { readonly job: BacktestJob; readonly isShown: boolean; readonly onShow: () => void };

const EarlierTest = ({ job, isShown, onShow }: EarlierTestProps) => (
  <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 text-13 last:border-0">
    <time dateTime={job.created_at} className="text-fg-2">
      {formatDateTime(job.created_at)}
    </time>
    <span>{words.kinds[job.kind]}</span>
    {job.status !== 'done' && (
      <Badge tone={TONES[job.status]}>
        {words.statuses[job.status]}
        {job.status === 'running' && ` ${formatPercent(job.progress, 0)}`}
      </Badge>
    )}
    <FinishedResult job={job} />
    <Button
      variant="ghost"
      size="sm"
      className="ml-auto touch:h-(--h-touch)"
      disabled={isShown}
      aria-label={`${isShown ? words.current : words.see}: ${words.kinds[job.kind]}, ${formatDateTime(job.created_at)}`}
      onClick={onShow}
    >
      {isShown ? words.current : words.see}
    </Button>
  </li>
);

import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { formatTickTime } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { tradeEventsQuery } from './detail-query.ts';
import { describeEvent } from './event-words.ts';
import { detailMessages as words } from './messages.es.ts';

type TimelineProps = { readonly trade: Option; readonly decimals: number };

/** The events of a trade, in order, in plain words. */
export function Timeline({ trade, decimals }: TimelineProps) {
  const query = useQuery(tradeEventsQuery(trade.id));
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-12 font-medium text-fg-3">{words.happened}</h3>
      {query.data ? (
        <ol aria-label={words.happened} className="grid">
          {query.data.map((event) => (
            <Moment key={event.seq} at={event.at} {...describeEvent(event, trade, decimals)} />
          ))}
        </ol>
      ) : query.isError ? (
        <ErrorState title={words.eventsFailed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <TimelineSkeleton />
      )}
    </section>
  );
}

type MomentProps = { readonly at: string; readonly title: string; readonly text: string };

const Moment = ({ at, title, text }: MomentProps) => (
  <li className="relative grid gap-0.5 border-l border-line-strong pb-3.5 pl-4 last:border-transparent last:pb-0">
    <i aria-hidden className="absolute top-[5px] -left-1 size-2 rounded-pill bg-line-control" />
    <div className="flex items-baseline justify-between gap-3 text-13">
      <b>{title}</b>
      <time dateTime={at} className="text-12 whitespace-nowrap text-fg-3">
        {formatTickTime(at)}
      </time>
    </div>
    {text && <p className="text-12 text-fg-2">{text}</p>}
  </li>
);

const ROWS = [1, 2, 3, 4] as const;

const TimelineSkeleton = () => (
  <div role="status" aria-label={words.happened} className="grid gap-4">
    {ROWS.map((row) => (
      <div key={row} className="grid gap-1.5">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="h-3 w-44" />
      </div>
    ))}
  </div>
);

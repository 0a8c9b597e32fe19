import { useQuery } from '@tanstack/react-query';
import type { PcrSequenceView } from '@vigia/contract';
import { CRITERIA, LIMITS } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';
import { formatMinute } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { pcrMessages } from '../messages.es.ts';
import { criterionName } from '../model/describe.ts';
import { sequencesQuery } from '../queries.ts';

const words = pcrMessages.monitor;
const SHOWN = 12;

/**
 * Lists the newest runs that a candle has broken, in every market for which a setup is active. While visible, the list
 * is polled every five seconds.
 */
export function BrokenRunList() {
  const sequences = useQuery({ ...sequencesQuery(), refetchInterval: LIMITS.sequencePollingMs });
  return (
    <Card>
      <CardHeader title={words.title}>
        <span className="text-12 text-fg-3">{words.aside}</span>
      </CardHeader>
      {sequences.isPending ? (
        <div role="status" aria-label={words.title} className="grid gap-3 p-4">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      ) : !sequences.data ? (
        <ErrorState title={words.failed} text={problemOf(sequences.error)} onRetry={() => void sequences.refetch()} />
      ) : sequences.data.length === 0 ? (
        <EmptyState text={words.none} />
      ) : (
        <ul>
          {newest(sequences.data).map((sequence) => (
            <MonitorRow key={`${sequence.setup_id} ${sequence.id}`} sequence={sequence} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const newest = (sequences: readonly PcrSequenceView[]) =>
  sequences.toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time).slice(0, SHOWN);

function MonitorRow({ sequence }: { readonly sequence: PcrSequenceView }) {
  const { asset, timeframe, color, length, end_time: endTime, zone } = sequence;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 text-13 last:border-0 max-md:px-3">
      <b>{asset}</b>
      <span className="text-12 text-fg-2">{timeframe}</span>
      <span className={cn('whitespace-nowrap', color === 'green' ? 'text-call' : 'text-put')}>
        <span aria-hidden>{`${DIRECTION_MARK[color === 'green' ? 'CALL' : 'PUT']} `}</span>
        {words.run(length, color)}
      </span>
      <time dateTime={endTime} className="text-12 text-fg-3">
        {formatMinute(endTime)}
      </time>
      <span className="ml-auto flex items-center gap-3">
        <HeldMarks sequence={sequence} />
        <Badge tone={zone?.state === 'live' ? 'ok' : 'plain'}>{zone ? words.zones[zone.state] : words.noZone}</Badge>
      </span>
    </li>
  );
}

/** Shows one mark for each criterion, in order, and how many criteria hold. */
function HeldMarks({
  sequence: { validation_results: results, is_valid: isValid },
}: {
  readonly sequence: PcrSequenceView;
}) {
  const held = CRITERIA.filter((criterion) => results[criterion]);
  const spoken = words.criteria(held.map(criterionName).join(', ') || words.nothing);
  return (
    <span role="img" aria-label={spoken} title={spoken} className="flex items-center gap-2 text-12 text-fg-2">
      <span className="flex gap-0.5">
        {CRITERIA.map((criterion) => (
          <i
            key={criterion}
            className={cn('block h-3 w-1.5 rounded-pill', results[criterion] ? 'bg-ok' : 'border border-line-control')}
          />
        ))}
      </span>
      <span className={isValid ? 'font-semibold text-fg-1' : undefined}>{words.of(held.length)}</span>
    </span>
  );
}

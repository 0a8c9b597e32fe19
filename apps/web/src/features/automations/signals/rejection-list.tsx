import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { RejectionView } from '@vigia/contract';
import type { ReactNode } from 'react';
import { formatDateTime, formatDecimal } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { rejectionMessages as words } from './rejections.es.ts';

type RejectionListProps = {
  readonly query: UseQueryOptions<RejectionView[]>;
  readonly decimals: number;
  /** Text that is shown for an empty list. */
  readonly none: string;
  /**
   * Renders the market position of a rejected opportunity and the values that its filters measured. Absent for a
   * strategy.
   */
  readonly renderDetail?: (rejection: RejectionView) => { readonly place: string | null; readonly measures: ReactNode };
};

/** Lists why an automation gave no signal or no order, newest first. */
export function RejectionList({ query, decimals, none, renderDetail }: RejectionListProps) {
  const rejections = useQuery(query);
  if (rejections.isPending) {
    return (
      <div role="status" aria-label={words.title} className="grid gap-3">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    );
  }
  if (!rejections.data) {
    return (
      <ErrorState title={words.failed} text={problemOf(rejections.error)} onRetry={() => void rejections.refetch()} />
    );
  }
  if (rejections.data.length === 0) return <EmptyState text={none} />;
  return (
    <ul className="grid">
      {rejections.data.map((rejection) => (
        <RejectionRow key={rejection.id} rejection={rejection} decimals={decimals} {...renderDetail?.(rejection)} />
      ))}
    </ul>
  );
}

type RejectionRowProps = {
  readonly rejection: RejectionView;
  readonly decimals: number;
  readonly place?: string | null;
  readonly measures?: ReactNode;
};

function RejectionRow({ rejection, decimals, place = null, measures = null }: RejectionRowProps) {
  const { at, direction, stage, reason, message, value, limit } = rejection;
  // The server's message about a gate of a strategy already contains the value and the limit.
  const isSaid = stage === 'gate' && rejection.automation === 'strategy';
  const text = isSaid ? null : measuredText(value, limit, decimals);
  return (
    <li className="grid gap-1 border-b border-line py-2.5 text-13 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="text-fg-2">
          {formatDateTime(at)}
        </time>
        <DirectionTag direction={direction} />
        {place && <span className="text-12 text-fg-2">{place}</span>}
        <span className="ml-auto">
          <Badge
            tone={stage === 'data' ? 'warn' : 'plain'}
          >{`${words.stages[stage]} · ${rejectionReasonName(reason)}`}</Badge>
        </span>
      </div>
      <p>{message}</p>
      {(measures ?? text) !== null && (
        <div className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">{measures ?? <span>{text}</span>}</div>
      )}
    </li>
  );
}

const isNamed = (reason: string): reason is keyof typeof words.reasons => reason in words.reasons;
/**
 * Returns the name of a reason. If the server refused an order, the reason is an error code, and the row also shows the
 * message of the order.
 */
export const rejectionReasonName = (reason: string): string =>
  isNamed(reason) ? words.reasons[reason] : reason.replaceAll('_', ' ');

function measuredText(value: unknown, limit: unknown, decimals: number): string | null {
  if (value === null && limit === null) return null;
  return words.measured(plain(value, decimals), plain(limit, decimals));
}

const plain = (value: unknown, decimals: number): string =>
  typeof value === 'number'
    ? // One more decimal than the price makes a value slightly beyond a limit look different from the limit.
      formatDecimal(value, decimals + 1)
    : value === null || value === undefined
      ? words.unknown
      : String(value);

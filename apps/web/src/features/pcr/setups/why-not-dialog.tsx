import { useQuery } from '@tanstack/react-query';
import type { PcrSetupView, RejectionView } from '@vigia/contract';
import { formatDateTime, formatDecimal } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { pcrMessages } from '../messages.es.ts';
import { rejectionsQuery } from '../queries.ts';
import { FilterChips } from '../signals/filter-chips.tsx';

const words = pcrMessages.whyNot;

type WhyNotDialogProps = {
  /** Setup whose rejections the dialog shows; null closes the dialog. */
  readonly setup: PcrSetupView | null;
  readonly decimals: number;
  readonly onClose: () => void;
};

/** The dialog with the last rejected opportunities of a setup, each with its reason. */
export const WhyNotDialog = ({ setup, decimals, onClose }: WhyNotDialogProps) => (
  <Dialog
    open={setup !== null}
    onOpenChange={onClose}
    wide
    title={words.title}
    description={words.text(setup?.name ?? '')}
  >
    {setup && <Rejections setupId={setup.id} decimals={decimals} />}
  </Dialog>
);

export function Rejections({ setupId, decimals }: { readonly setupId: string; readonly decimals: number }) {
  const rejections = useQuery(rejectionsQuery(setupId));
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
  if (rejections.data.length === 0) return <EmptyState text={words.none} />;
  return (
    <ul className="grid">
      {rejections.data.map((rejection) => (
        <RejectionRow key={rejection.id} rejection={rejection} decimals={decimals} />
      ))}
    </ul>
  );
}

function RejectionRow({ rejection, decimals }: { readonly rejection: RejectionView; readonly decimals: number }) {
  const {
    at,
    direction,
    stage,
    reason,
    message,
    value,
    limit,
    entry_point: entry,
    filter_results: results,
  } = rejection;
  const measured = measuredText(value, limit, decimals);
  return (
    <li className="grid gap-1 border-b border-line py-2.5 text-13 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="text-fg-2">
          {formatDateTime(at)}
        </time>
        <DirectionTag direction={direction} />
        {entry && <span className="text-12 text-fg-2">{words.atOf(pcrMessages.entryPoints[entry])}</span>}
        <span className="ml-auto">
          <Badge tone={stage === 'data' ? 'warn' : 'plain'}>{`${words.stages[stage]} · ${reasonName(reason)}`}</Badge>
        </span>
      </div>
      <p>{message}</p>
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
        {results.length > 0 ? (
          <FilterChips results={results} direction={direction} decimals={decimals} />
        ) : (
          measured && <span>{measured}</span>
        )}
      </div>
    </li>
  );
}

const isNamed = (reason: string): reason is keyof typeof words.reasons => reason in words.reasons;
/**
 * Returns the name of a reason. The reason of a refused order is an error code, which is shown as words; the row also
 * shows the order's message.
 */
const reasonName = (reason: string): string => (isNamed(reason) ? words.reasons[reason] : reason.replaceAll('_', ' '));

function measuredText(value: unknown, limit: unknown, decimals: number): string | null {
  if (value === null && limit === null) return null;
  return words.measured(plain(value, decimals), plain(limit, decimals));
}

const plain = (value: unknown, decimals: number): string =>
  typeof value === 'number'
    ? // One decimal more than the price has, so that a value slightly beyond a limit does not look equal to it.
      formatDecimal(value, decimals + 1)
    : value === null || value === undefined
      ? pcrMessages.measures.unknown
      : String(value);

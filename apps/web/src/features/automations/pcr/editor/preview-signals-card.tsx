import type { RejectedCandidate } from '@vigia/core/pcr';
import type { SignalOutcome } from '@vigia/core/vocabulary';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { signalMessages } from '../../signals/signals.es.ts';
import type { Preview, PreviewSignal } from '../model/preview.ts';
import { FilterChips } from '../signals/filter-chips.tsx';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.found;
const SHOWN = 6;

type Row =
  | { readonly kind: 'signal'; readonly atMs: number; readonly found: PreviewSignal }
  | { readonly kind: 'rejected'; readonly atMs: number; readonly candidate: RejectedCandidate };

type FoundCardProps = { readonly decimals: number; readonly preview: Preview | null };

/**
 * Lists the newest signals that these settings would have given. Also lists the candidates that a filter rejected, with
 * the value of each filter.
 */
export const PreviewSignalsCard = ({ decimals, preview }: FoundCardProps) => (
  <Card>
    <CardHeader title={words.title}>
      {preview && <span className="text-12 text-fg-3">{words.aside(preview.candles)}</span>}
    </CardHeader>
    {preview ? (
      <Rows rows={newestRows(preview)} decimals={decimals} isMeasurable={preview.isMeasurable} />
    ) : (
      <div role="status" aria-label={words.loading} className="grid gap-3 p-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    )}
  </Card>
);

const newestRows = ({ signals, rejected }: Preview): Row[] =>
  [
    ...signals.map((found) => ({ kind: 'signal', atMs: found.signal.entryTime, found }) as const),
    ...rejected.map((candidate) => ({ kind: 'rejected', atMs: candidate.entryTime, candidate }) as const),
  ]
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, SHOWN);

type RowsProps = { readonly rows: readonly Row[]; readonly decimals: number; readonly isMeasurable: boolean };

function Rows({ rows, decimals, isMeasurable }: RowsProps) {
  if (rows.length === 0) return <EmptyState text={words.none} />;
  return (
    <ul>
      {rows.map((row, index) => (
        <li
          key={`${row.atMs} ${index}`}
          className="grid gap-1.5 border-b border-line px-4 py-2.5 text-13 last:border-0 max-md:px-3"
        >
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <DirectionTag direction={directionOf(row)} />
            <span className="text-12 text-fg-2">
              {row.kind === 'signal'
                ? `${formatDateTime(row.atMs)} · ${formatPrice(row.found.signal.entryPrice, decimals)}`
                : formatDateTime(row.atMs)}
            </span>
            <span className="ml-auto">
              <OutcomeBadge row={row} isMeasurable={isMeasurable} />
            </span>
          </div>
          <div className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
            <FilterChips results={resultsOf(row)} direction={directionOf(row)} decimals={decimals} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const directionOf = (row: Row) => (row.kind === 'signal' ? row.found.signal.direction : row.candidate.direction);

function resultsOf(row: Row) {
  if (row.kind === 'signal') return row.found.signal.filterResults;
  const { refusal } = row.candidate;
  return refusal.gate === 'late' ? [] : refusal.filterResults;
}

const TONES = { pending: 'accent', won: 'call', lost: 'put', tie: 'plain', void: 'plain' } as const satisfies Record<
  SignalOutcome,
  string
>;

function OutcomeBadge({ row, isMeasurable }: { readonly row: Row; readonly isMeasurable: boolean }) {
  if (row.kind === 'rejected') return <Badge>{words.unpublished}</Badge>;
  if (!isMeasurable) return <Badge>{words.unmeasured}</Badge>;
  const outcome = row.found.settlement?.outcome ?? 'pending';
  return <Badge tone={TONES[outcome]}>{signalMessages.outcomes[outcome]}</Badge>;
}

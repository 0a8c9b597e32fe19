import { ChevronRight, Radar } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import type { ListedSignal } from './listed-signal.ts';
import { SignalAgeChoice } from './signal-age-choice.tsx';
import { matchesSignalFilter, NO_SIGNAL_FILTER, SignalFilters } from './signal-filters.tsx';
import { SignalTradeOffer } from './signal-offer.tsx';
import { SignalOutcomeBadge } from './signal-outcome-badge.tsx';
import { signalMessages as words } from './signals.es.ts';

type SignalListProps = {
  /** The signals, newest first. */
  readonly signals: readonly ListedSignal[];
  readonly decimalsOf: (symbol: string) => number;
  /** Renders the explanation of a signal. Returns null if the signal is no longer in the list. */
  readonly explain: (signal: ListedSignal, onBack: () => void) => ReactNode;
  /** Sentence and hint for a list without any signal. */
  readonly emptyText: string;
  readonly emptyAction: ReactNode;
};

/**
 * Lists signals of setups and strategies, newest first, with filters. The user can open each signal to see the values
 * on which it is based.
 */
export function SignalList({ signals, decimalsOf, explain, emptyText, emptyAction }: SignalListProps) {
  const [filter, setFilter] = useState(NO_SIGNAL_FILTER);
  const [openId, setOpenId] = useState<string | null>(null);
  if (signals.length === 0) return <EmptyState icon={Radar} text={emptyText} action={emptyAction} />;
  const shown = signals.filter((signal) => matchesSignalFilter(signal, filter));
  const opened = signals.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <>
      <SignalAgeChoice />
      <SignalFilters signals={signals} filter={filter} onChange={setFilter} />
      {shown.length === 0 && <EmptyState icon={Radar} text={words.noneMatches} />}
      <ul>
        {shown.map((signal) => (
          <SignalRow
            key={signal.id}
            signal={signal}
            decimals={decimalsOf(signal.asset)}
            onOpen={() => setOpenId(signal.id)}
          />
        ))}
      </ul>
      <Dialog
        open={opened !== undefined}
        onOpenChange={close}
        wide
        title={opened?.name ?? ''}
        description={opened?.kind === 'external' ? words.sealedOnArrival : words.sealedAtClose}
      >
        {opened && explain(opened, close)}
      </Dialog>
    </>
  );
}

type SignalRowProps = { readonly signal: ListedSignal; readonly decimals: number; readonly onOpen: () => void };

const SignalRow = ({ signal, decimals, onOpen }: SignalRowProps) => (
  <li className="flex items-center gap-x-3 border-b border-line pr-4 last:border-0 max-md:flex-wrap max-md:justify-end max-md:pr-3">
    <button
      type="button"
      className="flex min-h-11 min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-13 transition hover:bg-hover max-md:basis-full max-md:px-3"
      aria-label={words.openOf(signal.name, signal.direction, formatDateTime(signal.entry_time))}
      onClick={onOpen}
    >
      <b>{signal.asset}</b>
      <DirectionTag direction={signal.direction} />
      <span className="min-w-0 truncate">{`${signal.name} · ${signal.timeframe}`}</span>
      {signal.kind === 'external' && <Badge tone="plain">{words.external}</Badge>}
      <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between">
        <span>{formatPrice(signal.entry_price, decimals)}</span>
        <time dateTime={signal.entry_time} className="text-fg-2">
          {formatDateTime(signal.entry_time)}
        </time>
        {signal.trade_id !== null && <span className="text-12 text-fg-2">{words.traded}</span>}
        <SignalOutcomeBadge signal={signal} />
        <ChevronRight size={16} className="text-fg-3" aria-hidden />
      </span>
    </button>
    <SignalTradeOffer signal={signal} />
  </li>
);

/** Placeholder of a list of signals while it loads. */
export const SignalsLoading = () => (
  <div role="status" aria-label={words.loading}>
    {[1, 2, 3].map((row) => (
      <div key={row} className="border-b border-line px-4 py-3 last:border-0">
        <Skeleton className="h-4 w-3/4" />
      </div>
    ))}
  </div>
);

import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSignalView } from '@vigia/contract';
import { breakEvenRate } from '@vigia/core/statistics';
import { Check, Radar, X } from 'lucide-react';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { formatDateTime, formatPercent, formatPrice } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { pcrMessages } from './messages.es.ts';
import { SignalOutcomeBadge } from './signal-outcome.tsx';

type SignalsPanelProps = {
  readonly signals: UseQueryResult<PcrSignalView[]>;
  readonly decimalsOf: (symbol: string) => number;
  /** What a trade on the symbol pays, a fraction; null while it is unknown. */
  readonly payoutOf: (symbol: string) => number | null;
  readonly onLookAtMarket: () => void;
};

/** What the PCR engine published, newest first, with everything it looked at. */
export function SignalsPanel({ signals, decimalsOf, payoutOf, onLookAtMarket }: SignalsPanelProps) {
  if (signals.isPending) return <SignalsSkeleton />;
  if (!signals.data) {
    const { error } = signals;
    const text = error instanceof ApiFailure ? error.message : String(error);
    return <ErrorState title={pcrMessages.failedToLoad} text={text} onRetry={() => signals.refetch()} />;
  }
  if (signals.data.length === 0) {
    const action = <Button onClick={onLookAtMarket}>{pcrMessages.see}</Button>;
    return <EmptyState icon={Radar} text={pcrMessages.none} action={action} />;
  }
  return (
    <ul>
      {signals.data.map((signal) => (
        <SignalRow
          key={signal.id}
          signal={signal}
          decimals={decimalsOf(signal.asset)}
          payout={payoutOf(signal.asset)}
        />
      ))}
    </ul>
  );
}

type SignalRowProps = {
  readonly signal: PcrSignalView;
  readonly decimals: number;
  readonly payout: number | null;
};

function SignalRow({ signal, decimals, payout }: SignalRowProps) {
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-2.5 text-13 last:border-0 max-md:px-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <b>{signal.asset}</b>
        <DirectionTag direction={signal.direction} />
        <span className="text-fg-2">{`${signal.pattern} · ${pcrMessages.entryPoints[signal.entry_point]}`}</span>
        <span className="ml-auto flex items-center gap-3 max-md:ml-0 max-md:w-full max-md:justify-between">
          <span>{formatPrice(signal.entry_price, decimals)}</span>
          <time dateTime={signal.entry_time} className="text-fg-2">
            {formatDateTime(signal.entry_time)}
          </time>
          <SignalOutcomeBadge signal={signal} />
        </span>
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
        <span>{`${signal.setup_name} · ${signal.timeframe}`}</span>
        <Confidence confidence={signal.confidence} payout={payout} />
        <FilterResults results={signal.filter_results} />
      </div>
    </li>
  );
}

/** Never without the rate it is to be measured by. */
function Confidence({ confidence, payout }: { readonly confidence: number; readonly payout: number | null }) {
  const breakEven = payout !== null && payout > 0 ? pcrMessages.breakEven(formatPercent(breakEvenRate(payout))) : null;
  return (
    <span>
      {pcrMessages.confidence} <b className="text-fg-1">{formatPercent(confidence)}</b>
      {breakEven && ` · ${breakEven}`}
    </span>
  );
}

function FilterResults({ results }: { readonly results: PcrSignalView['filter_results'] }) {
  if (results.length === 0) return <span className="text-fg-3">{pcrMessages.noFilters}</span>;
  return results.map(({ filter, passed }, index) => {
    const name = pcrMessages.filterNames[filter];
    const Icon = passed ? Check : X;
    return (
      <span
        key={`${filter} ${index}`}
        role="img"
        aria-label={passed ? pcrMessages.passed(name) : pcrMessages.failed(name)}
        className="inline-flex items-center gap-1"
      >
        <Icon size={12} className={passed ? 'text-ok' : 'text-warn'} aria-hidden />
        {name}
      </span>
    );
  });
}

function SignalsSkeleton() {
  return (
    <div role="status" aria-label={pcrMessages.signals}>
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-2 border-b border-line px-4 py-3 last:border-0">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  );
}

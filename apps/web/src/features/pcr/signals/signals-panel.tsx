import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSignalView } from '@vigia/contract';
import type { SignalOutcome } from '@vigia/core/vocabulary';
import { Ban, Check, Equal, type LucideIcon, Radar, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCountdown, formatDateTime, formatPercent, formatPrice } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { pcrMessages } from '../messages.es.ts';
import { FilterChips } from './filter-chips.tsx';

/** Number of leading characters of a seal (a hash) that a row shows. The row's title has the full seal. */
const SEAL_SHOWN = 10;

type SignalsPanelProps = {
  readonly signals: UseQueryResult<PcrSignalView[]>;
  readonly decimalsOf: (symbol: string) => number;
  /** Hint that is shown for an empty list. */
  readonly emptyAction: ReactNode;
  /** Setup whose signals are shown; absent to show the signals of all setups. */
  readonly setupId?: string;
};

/** Lists signals of the PCR engine, newest first, with all their inputs. */
export function SignalsPanel({ signals, decimalsOf, emptyAction, setupId }: SignalsPanelProps) {
  if (signals.isPending) return <SignalsSkeleton />;
  if (!signals.data) {
    return (
      <ErrorState
        title={pcrMessages.failedToLoad}
        text={problemOf(signals.error)}
        onRetry={() => void signals.refetch()}
      />
    );
  }
  const shown = setupId === undefined ? signals.data : signals.data.filter((each) => each.setup_id === setupId);
  if (shown.length === 0) return <EmptyState icon={Radar} text={pcrMessages.none} action={emptyAction} />;
  return (
    <ul>
      {shown.map((signal) => (
        <SignalRow key={signal.id} signal={signal} decimals={decimalsOf(signal.asset)} />
      ))}
    </ul>
  );
}

type SignalRowProps = { readonly signal: PcrSignalView; readonly decimals: number };

const SignalRow = ({ signal, decimals }: SignalRowProps) => (
  <li className="grid gap-1.5 border-b border-line px-4 py-2.5 text-13 last:border-0 max-md:px-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <b>{signal.asset}</b>
      <DirectionTag direction={signal.direction} />
      <span className="text-fg-2">{`${patternText(signal.pattern)} · ${pcrMessages.entryPoints[signal.entry_point]}`}</span>
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
      <Confidence signal={signal} />
      <FilterChips results={signal.filter_results} direction={signal.direction} decimals={decimals} />
      {signal.settle_price !== null && <span>{pcrMessages.settledAt(formatPrice(signal.settle_price, decimals))}</span>}
      {signal.trade_id !== null && <span>{pcrMessages.traded}</span>}
      <span className="text-fg-3" title={pcrMessages.sealTitle(signal.hash)}>
        {pcrMessages.seal(signal.seq, signal.hash.slice(0, SEAL_SHOWN))}
      </span>
    </div>
  </li>
);

/** Describes the run in the words of the monitor. A pattern of another format is returned unchanged. */
function patternText(pattern: string): string {
  const [, color, length] = /^(verde|rojo)·(\d+)$/.exec(pattern) ?? [];
  return color && length ? pcrMessages.monitor.run(Number(length), color === 'verde' ? 'green' : 'red') : pattern;
}

/** Shows the confidence of a signal, always with the break-even rate. */
const Confidence = ({ signal: { confidence, break_even: breakEven } }: { readonly signal: PcrSignalView }) => (
  <span>
    {pcrMessages.confidence} <b className="text-fg-1">{formatPercent(confidence)}</b>
    {breakEven !== null && ` · ${pcrMessages.breakEven(formatPercent(breakEven))}`}
  </span>
);

const SignalsSkeleton = () => (
  <div role="status" aria-label={pcrMessages.signals}>
    {[1, 2, 3].map((row) => (
      <div key={row} className="grid gap-2 border-b border-line px-4 py-3 last:border-0">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    ))}
  </div>
);

const LOOK = {
  won: { tone: 'call', icon: Check },
  lost: { tone: 'put', icon: X },
  tie: { tone: 'plain', icon: Equal },
  void: { tone: 'plain', icon: Ban },
} as const satisfies Record<Exclude<SignalOutcome, 'pending'>, { tone: 'call' | 'put' | 'plain'; icon: LucideIcon }>;

/** Shows the remaining time of a signal, or its outcome. */
function SignalOutcomeBadge({ signal }: { readonly signal: PcrSignalView }) {
  if (signal.status === 'pending') return <Pending expiresAt={signal.expiration_time} />;
  const { tone, icon: Icon } = LOOK[signal.status];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden />
      {pcrMessages.outcomes[signal.status]}
    </Badge>
  );
}

function Pending({ expiresAt }: { readonly expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - useServerNow();
  return <Badge tone="accent">{leftMs > 0 ? formatCountdown(leftMs) : pcrMessages.settling}</Badge>;
}

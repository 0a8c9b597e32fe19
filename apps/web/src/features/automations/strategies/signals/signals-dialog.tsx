import type { StrategySignalView, StrategyView } from '@vigia/contract';
import { ChevronRight, Radar } from 'lucide-react';
import { useState } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { SignalTradeOffer } from '../../signals/signal-offer.tsx';
import { SignalOutcomeBadge } from '../../signals/signal-outcome-badge.tsx';
import { signalMessages } from '../../signals/signals.es.ts';
import { useSignalsOfStrategy } from '../live-strategies.ts';
import { strategySignalMessages as words } from './messages.es.ts';
import { StrategySignalDetails } from './strategy-signal-details.tsx';

type SignalsDialogProps = {
  /** The strategy whose signals the dialog shows. Null closes the dialog. */
  readonly strategy: StrategyView | null;
  readonly onClose: () => void;
};

/**
 * The dialog with the newest signals of a strategy. The user can open each signal to see the conditions that were met.
 */
export const SignalsDialog = ({ strategy, onClose }: SignalsDialogProps) => (
  <Dialog
    open={strategy !== null}
    onOpenChange={onClose}
    wide
    title={words.title(strategy?.name ?? '')}
    description={strategy?.type === 'external' ? words.textExternal : words.text}
  >
    {strategy && <Signals strategyId={strategy.id} isExternal={strategy.type === 'external'} />}
  </Dialog>
);

type SignalsProps = { readonly strategyId: string; readonly isExternal: boolean };

function Signals({ strategyId, isExternal }: SignalsProps) {
  const signals = useSignalsOfStrategy(strategyId);
  const decimalsOf = useDecimals();
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = signals.data?.find(({ id }) => id === openId);
  if (signals.isPending) {
    return (
      <div role="status" aria-label={words.loading} className="grid gap-3">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    );
  }
  if (!signals.data) {
    return <ErrorState title={words.failed} text={problemOf(signals.error)} onRetry={() => void signals.refetch()} />;
  }
  if (opened) {
    return <StrategySignalDetails signal={opened} decimals={decimalsOf(opened.asset)} onBack={() => setOpenId(null)} />;
  }
  if (signals.data.length === 0) return <EmptyState icon={Radar} text={isExternal ? words.noneExternal : words.none} />;
  return (
    <ul className="grid">
      {signals.data.map((signal) => (
        <SignalRow
          key={signal.id}
          signal={signal}
          decimals={decimalsOf(signal.asset)}
          onOpen={() => setOpenId(signal.id)}
        />
      ))}
    </ul>
  );
}

type SignalRowProps = { readonly signal: StrategySignalView; readonly decimals: number; readonly onOpen: () => void };

const SignalRow = ({ signal, decimals, onOpen }: SignalRowProps) => (
  <li className="flex items-center gap-x-3 border-b border-line last:border-0 max-md:flex-wrap max-md:justify-end">
    <button
      type="button"
      className="flex min-h-11 min-w-0 grow max-md:basis-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-1 py-2 text-left text-13 transition hover:bg-hover"
      aria-label={signalMessages.open(signal.direction, formatDateTime(signal.entry_time))}
      onClick={onOpen}
    >
      <DirectionTag direction={signal.direction} />
      <time dateTime={signal.entry_time} className="text-fg-2">
        {formatDateTime(signal.entry_time)}
      </time>
      <span>{formatPrice(signal.entry_price, decimals)}</span>
      <span className="ml-auto flex items-center gap-2">
        <SignalOutcomeBadge signal={signal} />
        <ChevronRight size={16} className="text-fg-3" aria-hidden />
      </span>
    </button>
    <SignalTradeOffer signal={{ ...signal, name: signal.strategy_name }} />
  </li>
);

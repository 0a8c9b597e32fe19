import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSignalView } from '@vigia/contract';
import type { ReactNode } from 'react';
import type { ListedSignal } from '#shared/automation/listed-signal.ts';
import { SignalList, SignalsLoading } from '#shared/automation/signal-list.tsx';
import { problemOf } from '#shared/lib/problem.ts';
import { ErrorState } from '#shared/ui/states.tsx';
import { pcrMessages } from '../messages.es.ts';
import { PcrSignalExplained } from './pcr-signal-explained.tsx';

type SignalsPanelProps = {
  readonly signals: UseQueryResult<PcrSignalView[]>;
  readonly decimalsOf: (symbol: string) => number;
  /** Hint that is shown for an empty list. */
  readonly emptyAction: ReactNode;
};

/** Converts a signal of a setup to the form that lists show. */
export const listedOf = (signal: PcrSignalView): ListedSignal => ({ ...signal, name: signal.setup_name });

/**
 * Lists the signals of all setups, newest first. The user can open each signal to see its sequence, its price zone and
 * its filters.
 */
export function SignalsPanel({ signals, decimalsOf, emptyAction }: SignalsPanelProps) {
  const { data } = signals;
  if (signals.isPending) return <SignalsLoading />;
  if (!data) {
    return (
      <ErrorState
        title={pcrMessages.failedToLoad}
        text={problemOf(signals.error)}
        onRetry={() => void signals.refetch()}
      />
    );
  }
  const explain = ({ id, asset }: ListedSignal, onBack: () => void) => {
    const signal = data.find((each) => each.id === id);
    return signal && <PcrSignalExplained signal={signal} decimals={decimalsOf(asset)} onBack={onBack} />;
  };
  return (
    <SignalList
      signals={data.map(listedOf)}
      decimalsOf={decimalsOf}
      explain={explain}
      emptyText={pcrMessages.none}
      emptyAction={emptyAction}
    />
  );
}

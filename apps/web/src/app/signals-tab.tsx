import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSignalView, StrategySignalView } from '@vigia/contract';
import type { ReactNode } from 'react';
import { PcrSignalExplained } from '#features/pcr/signals/pcr-signal-explained.tsx';
import { listedOf } from '#features/pcr/signals/signals-panel.tsx';
import { SignalExplained } from '#features/strategies/signals/signal-explained.tsx';
import type { ListedSignal } from '#shared/automation/listed-signal.ts';
import { SignalList, SignalsLoading } from '#shared/automation/signal-list.tsx';
import { signalMessages as words } from '#shared/automation/signals.es.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { ErrorState } from '#shared/ui/states.tsx';

type SignalsTabProps = {
  readonly setups: UseQueryResult<PcrSignalView[]>;
  readonly strategies: UseQueryResult<StrategySignalView[]>;
  /** Hint that is shown for an empty list. */
  readonly emptyAction: ReactNode;
};

/**
 * Lists the signals of all setups and strategies, newest first. Each signal opens with the values on which it is based.
 */
export function SignalsTab({ setups, strategies, emptyAction }: SignalsTabProps) {
  const decimalsOf = useDecimals();
  if (setups.isPending || strategies.isPending) return <SignalsLoading />;
  if (!setups.data || !strategies.data) {
    const failed = setups.data ? strategies : setups;
    return <ErrorState title={words.failed} text={problemOf(failed.error)} onRetry={() => void failed.refetch()} />;
  }
  const ofSetups = setups.data;
  const ofStrategies = strategies.data;
  const listed = [...ofSetups.map(listedOf), ...ofStrategies.map(fromStrategy)].toSorted(
    (a, b) => Date.parse(b.entry_time) - Date.parse(a.entry_time),
  );
  const explain = ({ id, asset }: ListedSignal, onBack: () => void) => {
    const common = { decimals: decimalsOf(asset), onBack };
    const found = ofSetups.find((signal) => signal.id === id);
    if (found) return <PcrSignalExplained signal={found} {...common} />;
    const signal = ofStrategies.find((each) => each.id === id);
    return signal && <SignalExplained signal={signal} {...common} />;
  };
  return (
    <SignalList
      signals={listed}
      decimalsOf={decimalsOf}
      explain={explain}
      emptyText={words.none}
      emptyAction={emptyAction}
    />
  );
}

const fromStrategy = (signal: StrategySignalView): ListedSignal => ({ ...signal, name: signal.strategy_name });

import type { UseQueryResult } from '@tanstack/react-query';
import type { PcrSignalView, StrategySignalView } from '@vigia/contract';
import type { ReactNode } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { ErrorState } from '#shared/ui/states.tsx';
import { PcrSignalDetails } from '../pcr/signals/pcr-signal-details.tsx';
import { StrategySignalDetails } from '../strategies/signals/strategy-signal-details.tsx';
import type { ListedSignal } from './listed-signal.ts';
import { SignalList, SignalsLoading } from './signal-list.tsx';
import { signalMessages as words } from './signals.es.ts';

type SignalsTabProps = {
  readonly setups: UseQueryResult<PcrSignalView[]>;
  /** Null in a list of setups only. */
  readonly strategies: UseQueryResult<StrategySignalView[]> | null;
  /** Sentence that is shown for an empty list instead of the usual one, and a hint. */
  readonly emptyText?: string;
  readonly emptyAction: ReactNode;
};

/** The signals of all setups and strategies, newest first. Each opens with what decided it. */
export function SignalsTab({ setups, strategies, emptyText = words.none, emptyAction }: SignalsTabProps) {
  const decimalsOf = useDecimals();
  const queries = strategies === null ? [setups] : [setups, strategies];
  if (queries.some(({ isPending }) => isPending)) return <SignalsLoading />;
  const failed = queries.find(({ data }) => !data);
  if (failed) {
    return <ErrorState title={words.failed} text={problemOf(failed.error)} onRetry={() => void failed.refetch()} />;
  }
  const ofSetups = setups.data ?? [];
  const ofStrategies = strategies?.data ?? [];
  const listed = [...ofSetups.map(ofSetup), ...ofStrategies.map(ofStrategy)].toSorted(
    (a, b) => Date.parse(b.entry_time) - Date.parse(a.entry_time),
  );
  const explain = ({ id, asset }: ListedSignal, onBack: () => void) => {
    const common = { decimals: decimalsOf(asset), onBack };
    const found = ofSetups.find((signal) => signal.id === id);
    if (found) return <PcrSignalDetails signal={found} {...common} />;
    const signal = ofStrategies.find((each) => each.id === id);
    return signal && <StrategySignalDetails signal={signal} {...common} />;
  };
  return (
    <SignalList
      signals={listed}
      decimalsOf={decimalsOf}
      explain={explain}
      emptyText={emptyText}
      emptyAction={emptyAction}
    />
  );
}

const ofSetup = (signal: PcrSignalView): ListedSignal => ({ ...signal, kind: 'pcr', name: signal.setup_name });
const ofStrategy = (signal: StrategySignalView): ListedSignal => ({
  ...signal,
  kind: signal.is_external ? 'external' : 'strategy',
  name: signal.strategy_name,
});

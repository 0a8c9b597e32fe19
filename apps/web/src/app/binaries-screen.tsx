import { type LibraryItem, StrategyBody, type StrategyView } from '@vigia/contract';
import { useState } from 'react';
import { openStrategyForm } from '#features/automations/strategies/form/form-target.ts';
import { StrategiesPage } from '#features/automations/strategies/strategies-page.tsx';
import { LibraryDialog } from '#features/backtests/library/library-dialog.tsx';
import { LibraryList } from '#features/backtests/library/library-list.tsx';
import { BacktestDialog } from '#features/backtests/panel/backtest-dialog.tsx';
import { useRunningTests } from '#features/backtests/use-running-tests.ts';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { backtestTargetOfStrategy } from './backtest-target.ts';

/**
 * The screen of kept backtests is in the chunk of the strategies. A separate chunk would move code of the first load
 * into more files.
 */
export { TestsScreen } from './tests-screen.tsx';

/** Renders the list of strategies, with links to backtests and to the strategy library. */
export function StrategiesScreen() {
  const [tested, setTested] = useState<StrategyView | null>(null);
  const [browsing, setBrowsing] = useState(false);
  const testingOf = useRunningTests();
  const start = (item: LibraryItem) => {
    setBrowsing(false);
    openStrategyForm({ kind: 'new', from: StrategyBody.parse(item.body) });
  };
  return (
    <>
      <StrategiesPage
        tabs={<StrategyTabs />}
        onTest={setTested}
        testingOf={testingOf}
        onLibrary={() => setBrowsing(true)}
        library={<LibraryList kind="strategy" onUse={start} />}
      />
      <BacktestDialog target={tested && backtestTargetOfStrategy(tested)} onClose={() => setTested(null)} />
      <LibraryDialog open={browsing} kind="strategy" onClose={() => setBrowsing(false)} onUse={start} />
    </>
  );
}

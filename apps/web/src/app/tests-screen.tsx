import { useNavigate, useSearch } from '@tanstack/react-router';
import { TestsPage } from '#features/backtests/compare/tests-page.tsx';
import { formatRunIds, parseRunIds } from '#features/backtests/model/shown-runs.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';

/** Renders the kept backtests. The search parameter `ver` selects one backtest, or several to compare. */
export function TestsScreen() {
  const { ver } = useSearch({ from: '/main/strategies/pruebas' });
  const navigate = useNavigate();
  return (
    <TestsPage
      tabs={<StrategyTabs />}
      shown={parseRunIds(ver)}
      onShow={(ids) => void navigate({ to: PATHS.tests, search: ids.length === 0 ? {} : { ver: formatRunIds(ids) } })}
    />
  );
}

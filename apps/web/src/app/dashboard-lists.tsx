import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PcrSignalView } from '@vigia/contract';
import { useStrategySignals } from '#features/automations/strategies/live-strategies.ts';
import { ActivitySkeleton } from '#features/dashboard/activity-skeleton.tsx';
import { type ActivityTab, activityTabIn } from '#features/dashboard/activity-tab.ts';
import { dashboardMessages } from '#features/dashboard/messages.es.ts';
import { useUnknownOrders } from '#features/trading/orders/order-store.ts';
import { activeTradesQuery } from '#features/trading/queries.ts';
import { RowsSkeleton } from '#features/trading/trades/list-states.tsx';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button } from '#shared/ui/button.tsx';

const NONE: readonly never[] = [];

const ActivityCard = lazyComponent(
  async () => (await import('#features/dashboard/activity-card.tsx')).ActivityCard,
  <ActivitySkeleton>
    <RowsSkeleton label={dashboardMessages.active} />
  </ActivitySkeleton>,
);
const ActiveTrades = lazyComponent(
  async () => (await import('#features/trading/trades/active-trades.tsx')).ActiveTrades,
  <RowsSkeleton label={dashboardMessages.active} />,
);
// The code of a tab loads when it is opened.
const HistoryPanel = lazyComponent(
  async () => (await import('#features/trading/history/history-panel.tsx')).HistoryPanel,
  <RowsSkeleton label={dashboardMessages.history} />,
);
const HistoryActions = lazyComponent(
  async () => (await import('#features/trading/history/history-actions.tsx')).HistoryActions,
);
const SignalsTab = lazyComponent(
  async () => (await import('#features/automations/signals/signals-tab.tsx')).SignalsTab,
  <RowsSkeleton label={dashboardMessages.signals} />,
);

/** Renders the lists below the chart: open trades, history and signals, with the numbers of open trades and signals. */
export function DashboardLists({ signals }: { readonly signals: UseQueryResult<PcrSignalView[]> }) {
  const activity = useActivityTab();
  const { data: trades = NONE } = useQuery(activeTradesQuery);
  const unknownCount = useUnknownOrders().length;
  const ofStrategies = useStrategySignals();
  const all = [...(signals.data ?? NONE), ...(ofStrategies.data ?? NONE)];
  return (
    <ActivityCard
      {...activity}
      counts={{
        active: trades.length + unknownCount,
        signals: all.filter(({ status }) => status === 'pending').length,
      }}
      panels={{
        active: <ActiveTrades label={dashboardMessages.active} />,
        history: <HistoryPanel label={dashboardMessages.history} />,
        signals: (
          <SignalsTab
            setups={signals}
            strategies={ofStrategies}
            emptyAction={<Button onClick={showBusiestSetup}>{dashboardMessages.lookAtBusiest}</Button>}
          />
        ),
      }}
      asides={{ history: <HistoryActions /> }}
    />
  );
}

/** Returns the tab of the lists in the address, and a function that changes it without a scroll. */
function useActivityTab() {
  const chosen = useSearch({ strict: false, select: activityTabIn });
  const navigate = useNavigate();
  const onChoose = (ver: ActivityTab | undefined) =>
    void navigate({ to: PATHS.dashboard, search: ver ? { ver } : {}, replace: true, resetScroll: false });
  return { chosen, onChoose };
}

/** Shows on the chart the market of the built-in setup with the most signals. */
function showBusiestSetup(): void {
  const { setSymbol, setTimeframe } = useUi.getState();
  setSymbol('EURUSD');
  setTimeframe('1m');
}

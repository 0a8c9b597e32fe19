import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DEFAULT_SYMBOL } from '@vigia/core/vocabulary';
import { useEffect, useMemo, useState } from 'react';
import { useFoundHere } from '#features/automations/pcr/found-here.ts';
import { useLivePcr } from '#features/automations/pcr/live-pcr.ts';
import { useStrategySignals } from '#features/automations/strategies/live-strategies.ts';
import { ChartCardSkeleton } from '#features/charts/chart-card-skeleton.tsx';
import { ActivitySkeleton } from '#features/dashboard/activity-skeleton.tsx';
import { type ActivityTab, activityTabIn } from '#features/dashboard/activity-tab.ts';
import { dashboardMessages } from '#features/dashboard/messages.es.ts';
import { Tiles } from '#features/dashboard/tiles.tsx';
import { useTradeDetail } from '#features/trading/detail/detail-store.ts';
import { useUnknownOrders } from '#features/trading/orders/order-store.ts';
import { activeTradesQuery, historyQuery, statsQuery } from '#features/trading/queries.ts';
import { useRepeatProblem } from '#features/trading/repeat/repeat-problem.ts';
import { OrderBar } from '#features/trading/ticket/order-bar.tsx';
import { TicketCard } from '#features/trading/ticket/ticket-card.tsx';
import { useTicketStore } from '#features/trading/ticket/ticket-store.ts';
import { RowsSkeleton } from '#features/trading/trades/list-states.tsx';
import { usePriceFallback } from '#features/trading/trades/live-trades.ts';
import { earlyCandlesOf } from '#shared/chart/early-candles.ts';
import { assetsQuery, usePayout } from '#shared/lib/assets.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';

const NONE: readonly never[] = [];
const { setLength } = useTicketStore.getState();

// Loads the chart tools and the drawing library together. The order form and the figures do not wait for them.
const chartParts = () =>
  Promise.all([import('#features/charts/chart-card.tsx'), import('#shared/chart/canvas/chart-canvas.tsx')]);
// The chart starts to load before the session has loaded. If this load fails, the chart component tries again.
chartParts().catch(() => {});
const ChartCard = onDemand(async () => (await chartParts())[0].ChartCard, <ChartCardSkeleton />);
const ActivityCard = onDemand(
  async () => (await import('#features/dashboard/activity-card.tsx')).ActivityCard,
  <ActivitySkeleton>
    <RowsSkeleton label={dashboardMessages.active} />
  </ActivitySkeleton>,
);
const ActiveTrades = onDemand(
  async () => (await import('#features/trading/trades/active-trades.tsx')).ActiveTrades,
  <RowsSkeleton label={dashboardMessages.active} />,
);
// The code of tabs and dialogs loads when they are opened.
const HistoryPanel = onDemand(
  async () => (await import('#features/trading/history/history-panel.tsx')).HistoryPanel,
  <RowsSkeleton label={dashboardMessages.history} />,
);
const HistoryActions = onDemand(
  async () => (await import('#features/trading/history/history-actions.tsx')).HistoryActions,
);
const SignalsTab = onDemand(
  async () => (await import('#features/automations/signals/signals-tab.tsx')).SignalsTab,
  <RowsSkeleton label={dashboardMessages.signals} />,
);
const RepeatDialog = onDemand(async () => (await import('#features/trading/repeat/repeat-dialog.tsx')).RepeatDialog);
const TradeDetail = onDemand(async () => (await import('#features/trading/detail/trade-detail.tsx')).TradeDetail);

/**
 * Renders the dashboard: tiles, chart, order form and lists. On a phone the chart comes first, and the order form is a
 * bar at the bottom.
 */
export function DashboardScreen() {
  usePageTitle(dashboardMessages.title);
  useEarlyCandles();
  const symbol = useUi((ui) => ui.symbol);
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  const mobile = useIsMobile();
  const stats = useQuery({ ...statsQuery, refetchInterval: refreshIntervalS * 1_000 });
  const length = useTicketStore((ticket) => ticket.length);
  const { ratio: payout } = usePayout(symbol, length);
  const assetList = useQuery(assetsQuery);
  const { data: assets } = assetList;
  useEffect(() => {
    // The current asset list may lack the stored symbol, because the list depends on the price source.
    const offers = (wanted: string) => assets?.some((asset) => asset.symbol === wanted);
    const [first] = assets ?? [];
    if (first && !offers(symbol)) useUi.getState().setSymbol(offers(DEFAULT_SYMBOL) ? DEFAULT_SYMBOL : first.symbol);
  }, [assets, symbol]);
  const isDetailOpen = useTradeDetail((detail) => detail.trade !== null);
  const isRepeatRefused = useRepeatProblem((state) => state.problem !== null);
  const unknownCount = useUnknownOrders().length;
  const { data: trades = NONE } = useQuery(activeTradesQuery);
  const { data: history = NONE } = useQuery(historyQuery);
  const { signals, sequences } = useLivePcr(symbol);
  const ofStrategies = useStrategySignals();
  usePriceFallback([symbol, ...trades.map((trade) => trade.asset_symbol)]);
  const { data: published = NONE } = signals;
  const shown = useShownSource();
  const found = useFoundHere({ sequences: sequences.data ?? NONE, signals: published });
  const sources = useMemo(() => ({ shown, ...found, trades, history }), [shown, found, trades, history]);
  const tiles = <Tiles stats={stats} />;
  const chart = <ChartCard assets={assetList} sources={sources} payout={payout} length={length} onLength={setLength} />;
  const activity = useActivityTab();
  const lists = (
    <ActivityCard
      {...activity}
      counts={{
        active: trades.length + unknownCount,
        signals: [...published, ...(ofStrategies.data ?? NONE)].filter(({ status }) => status === 'pending').length,
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
  const dialogs = (
    <>
      {isDetailOpen && <TradeDetail />}
      {isRepeatRefused && <RepeatDialog />}
    </>
  );
  const heading = <h1 className="sr-only">{dashboardMessages.title}</h1>;
  if (mobile) {
    return (
      <>
        {heading}
        {chart}
        {tiles}
        {lists}
        {dialogs}
        <div className="h-(--bottom-bar,128px)" aria-hidden />
        <OrderBar symbol={symbol} stats={stats.data} />
      </>
    );
  }
  return (
    <>
      {heading}
      {tiles}
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)_var(--ticket)] gap-4 max-lg:grid-cols-[minmax(0,1fr)_288px] @max-[620px]:grid-cols-[minmax(0,1fr)]">
          {chart}
          <TicketCard symbol={symbol} stats={stats.data} />
        </div>
      </div>
      {lists}
      {dialogs}
    </>
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

/** Requests the candles once, before the first render of the chart, while the code of the chart is still loading. */
function useEarlyCandles(): void {
  const services = useServices();
  useState(() => {
    const { symbol, timeframe } = useUi.getState();
    earlyCandlesOf(services).request(symbol, timeframe);
  });
}

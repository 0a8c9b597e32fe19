import { useQuery } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import { DEFAULT_SYMBOL } from '@vigia/core/vocabulary';
import { useEffect, useMemo, useState } from 'react';
import { useFindingsOfShownSource } from '#features/automations/pcr/findings-of-source.ts';
import { useLivePcr } from '#features/automations/pcr/live-pcr.ts';
import { ChartCardSkeleton } from '#features/charts/chart-card-skeleton.tsx';
import { dashboardMessages } from '#features/dashboard/messages.es.ts';
import { DashboardTiles } from '#features/dashboard/tiles.tsx';
import { useTradeDetail } from '#features/trading/detail/detail-store.ts';
import { useOrderState } from '#features/trading/orders/order-store.ts';
import { activeTradesQuery, historyQuery, statsQuery } from '#features/trading/queries.ts';
import { useRepeatProblem } from '#features/trading/repeat/repeat-problem.ts';
import { OrderBar } from '#features/trading/ticket/order-bar.tsx';
import { TicketCard } from '#features/trading/ticket/ticket-card.tsx';
import { useTicketStore } from '#features/trading/ticket/ticket-store.ts';
import { usePricePolling } from '#features/trading/trades/live-trades.ts';
import { earlyCandlesOf } from '#shared/chart/early-candles.ts';
import { assetsQuery, usePayout } from '#shared/lib/assets.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { DashboardLists } from './dashboard-lists.tsx';
import { useFullScreen } from './full-screen/use-full-screen.ts';

const NONE: readonly never[] = [];
const { setLength } = useTicketStore.getState();

// Loads the chart tools and the drawing library together. The order form and the figures do not wait for them.
const chartParts = () =>
  Promise.all([import('#features/charts/chart-card.tsx'), import('#shared/chart/canvas/chart-canvas.tsx')]);
// The chart starts to load before the session has loaded. If this load fails, the chart component tries again.
chartParts().catch(() => {});
const ChartCard = lazyComponent(async () => (await chartParts())[0].ChartCard, <ChartCardSkeleton />);
const FullScreenTrading = lazyComponent(
  async () => (await import('./full-screen/full-screen-trading.tsx')).FullScreenTrading,
);
// The code of a dialog loads when it is opened.
const RepeatDialog = lazyComponent(
  async () => (await import('#features/trading/repeat/repeat-dialog.tsx')).RepeatDialog,
);
const TradeDetail = lazyComponent(async () => (await import('#features/trading/detail/trade-detail.tsx')).TradeDetail);

/**
 * Renders the dashboard: tiles, chart, order form and lists. On a phone the chart comes first, and the order form is a
 * bar at the bottom. A phone can show chart and order form on the whole screen.
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
  const assets = useQuery(assetsQuery);
  useOfferedSymbol(assets.data, symbol);
  const { signals, sequences } = useLivePcr(symbol);
  const sources = useChartSources(symbol, { sequences: sequences.data ?? NONE, signals: signals.data ?? NONE });
  const screen = useFullScreen();
  const isSending = useOrderState().kind === 'sending';
  const tiles = <DashboardTiles stats={stats} />;
  const input = { assets, sources, payout, length, onLength: setLength };
  const chart = <ChartCard {...input} isSending={isSending} onFullScreen={screen.enter} />;
  const lists = <DashboardLists signals={signals} />;
  const heading = <h1 className="sr-only">{dashboardMessages.title}</h1>;
  if (screen.isOn) {
    return (
      <>
        {heading}
        <FullScreenTrading chart={input} stats={stats.data} onLeave={screen.leave} />
        <Dialogs />
      </>
    );
  }
  if (mobile) {
    return (
      <>
        {heading}
        {chart}
        {tiles}
        {lists}
        <Dialogs />
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
      <Dialogs />
    </>
  );
}

/** Renders the dialog of a trade, and the refusal of an order that repeats a trade. */
function Dialogs() {
  const isDetailOpen = useTradeDetail((detail) => detail.trade !== null);
  const isRepeatRefused = useRepeatProblem((state) => state.problem !== null);
  return (
    <>
      {isDetailOpen && <TradeDetail />}
      {isRepeatRefused && <RepeatDialog />}
    </>
  );
}

/** Changes the symbol if the asset list lacks the stored symbol, because the list depends on the price source. */
function useOfferedSymbol(assets: readonly Asset[] | undefined, symbol: string): void {
  useEffect(() => {
    const offers = (wanted: string) => assets?.some((asset) => asset.symbol === wanted);
    const [first] = assets ?? [];
    if (first && !offers(symbol)) useUi.getState().setSymbol(offers(DEFAULT_SYMBOL) ? DEFAULT_SYMBOL : first.symbol);
  }, [assets, symbol]);
}

/** Returns what the chart marks: trades, and the findings of the user's setups. */
function useChartSources(symbol: string, findings: Parameters<typeof useFindingsOfShownSource>[0]) {
  const { data: trades = NONE } = useQuery(activeTradesQuery);
  const { data: history = NONE } = useQuery(historyQuery);
  usePricePolling([symbol, ...trades.map((trade) => trade.asset_symbol)]);
  const shown = useShownSource();
  const found = useFindingsOfShownSource(findings);
  return useMemo(() => ({ shown, ...found, trades, history }), [shown, found, trades, history]);
}

/** Requests the candles once, before the first render of the chart, while the code of the chart is still loading. */
function useEarlyCandles(): void {
  const services = useServices();
  useState(() => {
    const { symbol, timeframe } = useUi.getState();
    earlyCandlesOf(services).request(symbol, timeframe);
  });
}

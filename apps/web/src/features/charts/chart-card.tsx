import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { useMemo } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { hasOwnPane } from '#shared/chart/indicators/choices.ts';
import { useSymbolMemory } from '#shared/chart/symbol-memory.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { cn } from '#shared/lib/cn.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile, useIsSideways } from '#shared/lib/use-media-query.ts';
import { Card } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { ChartCaption } from './chart-caption.tsx';
import { ChartStage } from './chart-stage.tsx';
import { FavouriteChips } from './favourite-chips.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import type { ChartLayout } from './layout/chart-layout.ts';
import { LayoutMenu } from './layout/layout-menu.tsx';
import { useChartLayout } from './layout/use-chart-layout.ts';
import { LivePrice } from './live-price.tsx';
import { chartMessages } from './messages.es.ts';
import { chooseTimeframe, timeframeName, useChosenSeconds } from './seconds/chosen-seconds.ts';
import { type ChartInput, type ShownChart, useChart } from './use-chart.ts';
import { usePageFullScreen } from './use-page-full-screen.ts';

const ChartGrid = lazyComponent(
  async () => (await import('./layout/chart-grid.tsx')).ChartGrid,
  <div className="h-[600px] grow rounded-b-card bg-inset" aria-hidden />,
);

const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

/**
 * Height classes of the chart by the number of panes below the candles, so that the candles always have the same
 * height.
 */
const HEIGHTS = [
  'h-[414px] max-lg:h-[392px] max-md:h-[300px]',
  'h-[503px] max-lg:h-[481px] max-md:h-[389px]',
  'h-[592px] max-lg:h-[570px] max-md:h-[478px]',
  'h-[681px] max-lg:h-[659px] max-md:h-[567px]',
  'h-[770px] max-lg:h-[748px] max-md:h-[656px]',
] as const;
const NO_ASSETS: readonly never[] = [];

type ChartCardProps = ChartInput & {
  /** Whether an order is on its way. Another chart cannot become active meanwhile. */
  readonly isSending: boolean;
  /** On a phone: fills the screen with the chart and the order form. */
  readonly onFullScreen: () => void;
};

/**
 * Renders the chart of the chosen symbol and timeframe, with its signals and trades, and the other charts beside it.
 */
export function ChartCard({ isSending, onFullScreen, ...input }: ChartCardProps) {
  const { assets, payout, length } = input;
  const chart = useChart(input);
  const { symbol } = chart.series;
  const setSymbol = useUi((ui) => ui.setSymbol);
  const page = usePageFullScreen();
  const fillScreen = useFillScreen(onFullScreen);
  const { layout, fits, activate, choose } = useChartLayout(useAuth().user?.id ?? '', isSending);
  const candidates = useCandidates(chart);
  return (
    <Card
      onKeyDown={({ key }) => key === 'Escape' && chart.drawings.setTool(null)}
      className="max-md:-mx-3 max-md:-mt-3 max-md:rounded-none max-md:border-x-0 max-md:border-t-0"
    >
      <div
        className={cn(
          'flex flex-col overflow-hidden bg-surface',
          page.isFull && fillScreen === null
            ? 'fixed inset-0 z-(--z-sidebar)'
            : 'h-full rounded-card max-md:rounded-none',
        )}
      >
        <div className="flex min-h-13 flex-wrap items-center gap-2 border-b max-lg:gap-1.5 border-line py-2 pr-2.5 pl-3 max-md:px-3">
          <SymbolPicker symbol={symbol} assets={assets.data} payout={payout} length={length} onChoose={setSymbol} />
          <LivePrice key={symbol} symbol={symbol} asset={chart.asset} />
          <div className="ml-auto flex items-center gap-2 max-lg:gap-1.5 max-md:w-full">
            <TimeframeChoice />
            {fits && <LayoutMenu count={layout.count} onChoose={(count) => choose(count, candidates)} />}
            <FullScreenButton isFull={page.isFull} onToggle={fillScreen ?? page.toggle} />
          </div>
        </div>
        <FavouriteChips symbol={symbol} assets={assets.data ?? NO_ASSETS} onChoose={setSymbol} />
        <Charts {...{ chart, layout, isSending }} onActivate={activate} onFullScreen={fillScreen ?? undefined} />
      </div>
    </Card>
  );
}

/**
 * Returns how to fill the screen on a phone. Null on other devices. iPhones have no full screen for pages; there the
 * layout covers the window only.
 */
function useFillScreen(onFullScreen: () => void): (() => void) | null {
  const isUpright = useIsMobile();
  const isSideways = useIsSideways();
  if (!isUpright && !isSideways) return null;
  return () => {
    // A refusal of the browser changes nothing for the layout.
    if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
    onFullScreen();
  };
}

function TimeframeChoice() {
  const timeframe = useUi((ui) => ui.timeframe);
  const seconds = useChosenSeconds();
  return (
    <Segmented
      label={chartMessages.timeframe}
      value={seconds === null ? timeframe : null}
      options={TIMEFRAME_OPTIONS}
      onChange={chooseTimeframe}
      className="max-lg:[&_button]:px-1 max-md:w-full"
    />
  );
}

/** Returns the assets for new charts: the favourites, the ones that the user opened last, then the others. */
function useCandidates({ assets }: Pick<ShownChart, 'assets'>): readonly string[] {
  const { favourites, recent } = useSymbolMemory();
  const { data = NO_ASSETS } = assets;
  return useMemo(() => {
    const offered = data.map(({ symbol }) => symbol);
    return [...new Set([...favourites, ...recent].filter((symbol) => offered.includes(symbol)).concat(offered))];
  }, [favourites, recent, data]);
}

type ChartsProps = {
  readonly chart: ShownChart;
  readonly layout: ChartLayout;
  readonly isSending: boolean;
  readonly onActivate: (place: number) => void;
  readonly onFullScreen: (() => void) | undefined;
};

/** Renders one chart, or several of them. */
function Charts({ chart, layout, isSending, onActivate, onFullScreen }: ChartsProps) {
  const { indicators, series } = chart;
  const panes = indicators.filter(({ choice }) => hasOwnPane(choice)).length;
  if (layout.count > 1) {
    return <ChartGrid {...{ chart, layout, isSending, onActivate }} className={HEIGHTS[panes] ?? HEIGHTS[0]} />;
  }
  return (
    <figure
      className={cn(
        'relative min-h-[300px] grow overflow-hidden rounded-b-card bg-inset max-md:rounded-none',
        HEIGHTS[panes],
      )}
      aria-label={chartMessages.spoken(series.symbol, timeframeName(series.timeframe))}
    >
      <ChartStage chart={chart} onFullScreen={onFullScreen} />
      <ChartCaption chart={chart} />
    </figure>
  );
}

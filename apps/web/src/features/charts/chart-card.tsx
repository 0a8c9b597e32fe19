import type { UseQueryResult } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import type { TradeLength } from '@vigia/core/trades';
import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { Maximize, Minimize } from 'lucide-react';
import { type ComponentProps, type RefObject, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { hasOwnPane, nameOfIndicator } from '#shared/chart/indicators/choices.ts';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { chartMarks, type MarkSources } from '#shared/chart/marks/chart-marks.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { useDecimals } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { libMessages } from '#shared/lib/messages.es.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { useShownPrices } from '#shared/lib/price-feed.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { ChartTools } from './chart-tools.tsx';
import { DrawingsNote } from './drawings/drawings-note.tsx';
import { type Drawings, useDrawings } from './drawings/use-drawings.ts';
import { FavouriteChips } from './favourite-chips.tsx';
import { LivePrice } from './live-price.tsx';
import { chartMessages } from './messages.es.ts';
import { type ChartOptions, useChartOptions, visibleMarks } from './options/chart-options.ts';
import { shownIndicators } from './options/indicator-settings.ts';
import { chooseSeconds, useChosenSeconds } from './seconds/chosen-seconds.ts';
import { secondsMessages } from './seconds/messages.es.ts';
import { chartSkeletonMessages } from './skeleton.es.ts';
import { spokenChart } from './spoken-chart.ts';

const TextDialog = onDemand(async () => (await import('./drawings/text-dialog.tsx')).TextDialog);

const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

const RESULTS_READ_MS = 60_000;
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
const NO_DRAWINGS: readonly never[] = [];
const NO_ASSETS: readonly never[] = [];

type ChartCardProps = {
  readonly assets: UseQueryResult<Asset[]>;
  readonly sources: MarkSources;
  /** Payout as a fraction of a trade of the chosen duration on the shown symbol. Null while unknown. */
  readonly payout: number | null;
  /** The chosen duration. */
  readonly length: TradeLength;
  /** Chooses another duration. It sends no order. */
  readonly onLength: (length: TradeLength) => void;
};

/** Renders the chart of the chosen symbol and timeframe, with its signals and trades. */
export function ChartCard({ assets, sources, payout, length, onLength }: ChartCardProps) {
  const symbol = useUi((ui) => ui.symbol);
  const minutes = useUi((ui) => ui.timeframe);
  const seconds = useChosenSeconds();
  const timeframe = seconds ?? minutes;
  const setSymbol = useUi((ui) => ui.setSymbol);
  const card = useRef<HTMLDivElement>(null);
  const asset = assets.data?.find((each) => each.symbol === symbol);
  const decimals = useDecimals()(symbol);
  // The component reads the clock at intervals, because results disappear from the chart after some time.
  const nowMs = useServerNow(RESULTS_READ_MS);
  const [options, changeOptions] = useChartOptions(useAuth().user?.id ?? '');
  const { hidden, indicators: settings } = options;
  const indicators = useMemo(() => shownIndicators(settings), [settings]);
  const drawings = useDrawings(symbol);
  const marks = useMemo(
    () => visibleMarks(chartMarks(sources, symbol, timeframe, nowMs), hidden),
    [sources, symbol, timeframe, nowMs, hidden],
  );
  return (
    <Card
      onKeyDown={({ key }) => key === 'Escape' && drawings.setTool(null)}
      className="max-md:-mx-3 max-md:-mt-3 max-md:rounded-none max-md:border-x-0 max-md:border-t-0"
    >
      <div ref={card} className="flex h-full flex-col overflow-hidden rounded-card bg-surface max-md:rounded-none">
        <div className="flex min-h-13 flex-wrap items-center gap-2 border-b max-lg:gap-1.5 border-line py-2 pr-2.5 pl-3 max-md:px-3">
          <SymbolPicker symbol={symbol} assets={assets.data} payout={payout} length={length} onChoose={setSymbol} />
          <LivePrice key={symbol} symbol={symbol} asset={asset} />
          <div className="ml-auto flex items-center gap-2 max-lg:gap-1.5 max-md:w-full">
            <Segmented
              label={chartMessages.timeframe}
              value={seconds === null ? minutes : null}
              options={TIMEFRAME_OPTIONS}
              onChange={chooseMinutes}
              className="max-lg:[&_button]:px-1 max-md:w-full"
            />
            <FullScreenButton card={card} />
          </div>
        </div>
        <FavouriteChips symbol={symbol} assets={assets.data ?? NO_ASSETS} onChoose={setSymbol} />
        <figure
          className={cn(
            'relative min-h-[300px] grow overflow-hidden rounded-b-card bg-inset max-md:rounded-none',
            HEIGHTS[indicators.filter(({ choice }) => hasOwnPane(choice)).length],
          )}
          aria-label={chartMessages.spoken(symbol, seconds === null ? minutes : secondsMessages.names[seconds])}
        >
          <Stage
            assets={assets}
            series={{ symbol, timeframe, decimals }}
            marks={marks}
            indicators={indicators}
            expiry={{ asset, length, onLength }}
            drawings={drawings}
            options={options}
            onOptions={changeOptions}
          />
          <figcaption className="sr-only">
            {assets.data
              ? `${spokenChart(marks, asset?.current_price ?? null, decimals)} `
              : `${chartSkeletonMessages.loading} `}
            {indicators.length > 0 &&
              chartMessages.spokenIndicators(indicators.map(({ choice }) => nameOfIndicator(choice)))}
          </figcaption>
        </figure>
      </div>
    </Card>
  );
}

function chooseMinutes(timeframe: Timeframe): void {
  useUi.getState().setTimeframe(timeframe);
  chooseSeconds(null);
}

type StageProps = Required<Pick<ComponentProps<typeof LazyChart>, 'series' | 'marks' | 'indicators' | 'expiry'>> & {
  readonly assets: UseQueryResult<Asset[]>;
  readonly drawings: Drawings;
  readonly options: ChartOptions;
  readonly onOptions: (change: Partial<ChartOptions>) => void;
};

/** Renders the chart with its tools, or the reason why there is no chart. */
function Stage({ assets, series, marks, indicators, expiry, ...tooling }: StageProps) {
  const { drawings, options } = tooling;
  // The tools are closed after a reload.
  const [isOpen, setIsOpen] = useState(false);
  const prices = useShownPrices();
  // A market that has never been available has no history to show.
  const isAway = prices?.state === 'starting' && assets.data?.length === 0;
  const drawing = {
    drawings: options.hidden.includes('drawings') ? NO_DRAWINGS : drawings.drawings,
    tool: drawings.tool,
    selectedId: drawings.selectedId,
    onSelect: drawings.select,
    onDrawn: drawings.add,
    onChange: drawings.change,
    onRemove: drawings.remove,
    onWrite: drawings.writing.edit,
  };
  const { written, save, cancel } = drawings.writing;
  const tools = (
    <ChartTools {...tooling} symbol={series.symbol} decimals={series.decimals} isOpen={isOpen} onOpen={setIsOpen} />
  );
  if (assets.data && !isAway) {
    // The chart renders even if the asset cannot be traded now. The asset list of a disconnected broker is empty, but
    // its prices may continue.
    return (
      <>
        <LazyChart {...{ series, marks, indicators, drawing, expiry }} kind={options.kind} corner={tools} />
        <DrawingsNote drawings={drawings} />
        {written && <TextDialog text={written.shape.text} isNew={written.id === null} onSave={save} onClose={cancel} />}
      </>
    );
  }
  return (
    <>
      <div className="absolute top-1 left-2 flex">{tools}</div>
      <div className="absolute inset-0 grid place-items-center">
        {isAway && <EmptyState text={chartMessages.noPrices(libMessages.pricesOf(prices.source))} />}
        {assets.isError && !isAway && (
          <ErrorState
            title={chartMessages.assetsFailed}
            text={problemOf(assets.error)}
            onRetry={() => void assets.refetch()}
          />
        )}
      </div>
      <DrawingsNote drawings={drawings} />
    </>
  );
}

function FullScreenButton({ card }: { readonly card: RefObject<HTMLElement | null> }) {
  const isFull = useSyncExternalStore(onFullScreenChange, () => document.fullscreenElement !== null);
  const Icon = isFull ? Minimize : Maximize;
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-md:hidden"
      aria-label={isFull ? chartMessages.leaveFullScreen : chartMessages.fullScreen}
      aria-pressed={isFull}
      onClick={() => void (isFull ? document.exitFullscreen() : card.current?.requestFullscreen())}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
}

function onFullScreenChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

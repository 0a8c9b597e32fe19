import { useMemo } from 'react';
import type { Series } from '#shared/chart/canvas/candle-feed.ts';
import type { ShownIndicator } from '#shared/chart/indicators/choices.ts';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { chartMarks } from '#shared/chart/marks/chart-marks.ts';
import { priceDecimalsIn } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { useTick } from '#shared/lib/ticks.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { Price } from '#shared/ui/price.tsx';
import { ChartCaption } from '../chart-caption.tsx';
import { chartDrawings } from '../chart-stage.tsx';
import { useStoredDrawings } from '../drawings/use-drawings.ts';
import { chartMessages } from '../messages.es.ts';
import { visibleMarks } from '../options/chart-options.ts';
import { timeframeName } from '../seconds/chosen-seconds.ts';
import type { ShownChart } from '../use-chart.ts';
import { layoutMessages as words } from './messages.es.ts';

/** Number of candles that a small chart shows at first. */
const BARS = 32;

type ChartPaneProps = {
  /** The active chart, whose options and drawing tools apply to every chart. */
  readonly chart: ShownChart;
  readonly series: Series;
  readonly indicators: readonly ShownIndicator[];
  readonly isActive: boolean;
  readonly isSending: boolean;
  readonly onActivate: () => void;
};

/**
 * Renders one of several charts. A chart that is not active takes no input: a click anywhere on it makes it active. Its
 * only stop for the Tab key is the button that does so, and the focus alone changes nothing. Otherwise Tab could not
 * reach the order form without changing its asset.
 */
export function ChartPane({ chart, series, indicators, isActive, isSending, onActivate }: ChartPaneProps) {
  const { symbol, timeframe } = series;
  const { marks, decimals, drawing, asset } = usePane(chart, series, isActive);
  return (
    <figure
      aria-label={chartMessages.spoken(symbol, timeframeName(timeframe))}
      className="@container/pane relative grid min-h-0 min-w-0 content-start justify-items-start overflow-hidden bg-inset"
    >
      <div inert={!isActive} className="absolute inset-0">
        <LazyChart
          {...{ marks, drawing, indicators }}
          series={{ symbol, timeframe, decimals, bars: BARS }}
          kind={chart.options.kind}
          {...(isActive && { expiry: chart.expiry })}
          corner={TITLE_SPACE}
        />
      </div>
      {isActive && <span className="pointer-events-none absolute inset-0 z-4 border-2 border-accent" aria-hidden />}
      {/* Without a position, so that the button can cover the chart. A grid item has a layer without it. */}
      <div className="z-4 mt-1 ml-2 flex h-7 items-center gap-1.5 touch:h-(--h-touch)">
        <PaneButton {...{ series, isActive, onActivate }} waits={isSending && !isActive} />
        <PanePrice {...{ symbol, decimals }} beforeTicks={asset?.current_price ?? null} />
      </div>
      <ChartCaption chart={{ assets: chart.assets, asset, marks, indicators, series: { ...series, decimals } }} />
    </figure>
  );
}

/** The space of asset, timeframe and price, which lie over the chart, before the legend. */
const TITLE_SPACE = <span className="w-44 shrink-0" aria-hidden />;

type PaneButtonProps = Pick<ChartPaneProps, 'series' | 'isActive' | 'onActivate'> & {
  /** Whether an order is on its way, so that the button does nothing. */
  readonly waits: boolean;
};

/** Extends a button over the whole chart, which is the nearest positioned element around it. */
const STRETCHED = 'after:absolute after:inset-0';

/** Renders the name of the chart as a button. Unless the chart is active, the button covers the whole chart. */
const PaneButton = ({ series: { symbol, timeframe }, isActive, waits, onActivate }: PaneButtonProps) => (
  <button
    type="button"
    aria-pressed={isActive}
    aria-disabled={waits}
    aria-label={words.choose(symbol, timeframeName(timeframe))}
    title={waits ? words.wait : words.choose(symbol, timeframeName(timeframe))}
    onClick={onActivate}
    className={cn(
      'h-full rounded-chip bg-inset px-1 text-13 font-semibold',
      isActive ? 'cursor-default' : STRETCHED,
      waits && 'cursor-wait',
    )}
  >
    {symbol} <span className="text-12 font-normal text-fg-3">{timeframeName(timeframe)}</span>
  </button>
);

/** Returns what a chart shows. A chart that is not active shows stored drawings, and changes none. */
function usePane({ assets, sources, nowMs, options, ...chart }: ShownChart, series: Series, isActive: boolean) {
  const { symbol, timeframe } = series;
  const { hidden } = options;
  const asset = assets.data?.find((each) => each.symbol === symbol);
  const marks = useMemo(
    () => visibleMarks(chartMarks(sources, symbol, timeframe, nowMs), hidden),
    [sources, symbol, timeframe, nowMs, hidden],
  );
  const stored = useStoredDrawings(symbol);
  const active = chartDrawings({ drawings: chart.drawings, options });
  const drawings = hidden.includes('drawings') ? active.drawings : chart.drawings.withUnsaved(stored, symbol);
  const drawing = isActive ? active : { ...active, drawings, tool: null, selectedId: null };
  return { asset, marks, drawing, decimals: priceDecimalsIn(assets.data ?? [], symbol) };
}

type PanePriceProps = {
  readonly symbol: string;
  readonly decimals: number;
  /** Price that is shown until the first tick arrives. Null if there is none. */
  readonly beforeTicks: number | null;
};

/**
 * Shows the current price, and nothing while the stream is disconnected, because the price would be old. It is a
 * separate component, so that a tick re-renders nothing else.
 */
function PanePrice({ symbol, decimals, beforeTicks }: PanePriceProps) {
  const price = useTick(symbol)?.price ?? beforeTicks;
  const isLive = useStreamStatus().state === 'live';
  if (!isLive) return null;
  return (
    <Price
      value={price}
      decimals={decimals}
      className="pointer-events-none rounded-chip bg-inset px-1 text-12 font-medium"
    />
  );
}

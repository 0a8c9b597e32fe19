import { ChevronsRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#shared/lib/cn.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { DrawingLayer, type DrawingLayerProps } from '../drawings/drawing-layer.tsx';
import { isInView } from '../drawings/shapes.ts';
import type { ShownIndicator } from '../indicators/choices.ts';
import type { ChartMarks } from '../marks/chart-marks.ts';
import { chartMessages } from '../messages.es.ts';
import type { LoadState } from './candle-feed.ts';
import { KeyStage } from './key-stage.tsx';
import { Legend } from './legend.tsx';
import { PriceChart, type ShownSeries } from './price-chart.ts';

type ChartCanvasProps = {
  readonly series: ShownSeries;
  readonly marks: ChartMarks;
  readonly indicators?: readonly ShownIndicator[];
  /** A person's drawings, and what becomes of them; a chart without takes none. */
  readonly drawing?: DrawingLayerProps;
  /** A control of the chart's own, before the prices in words. */
  readonly corner?: ReactNode;
};

const NO_INDICATORS: readonly ShownIndicator[] = [];

/** The drawn chart with its legend; loads its candles by itself. */
export function ChartCanvas({ series, marks, indicators = NO_INDICATORS, drawing, corner }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const [drawnOn, setDrawnOn] = useState<PriceChart | null>(null);
  const shown = useRef(series);
  const hasTools = useRef(drawing !== undefined);
  const [load, setLoad] = useState<LoadState>({ kind: 'loading' });

  useEffect(() => {
    if (!box.current) return;
    const made = new PriceChart(box.current, shown.current, { onLoad: setLoad, hasTools: hasTools.current });
    chart.current = made;
    setDrawnOn(made);
    return () => {
      chart.current = null;
      setDrawnOn(null);
      made.dispose();
    };
  }, []);

  const { symbol, timeframe, decimals } = series;
  useEffect(() => {
    const before = shown.current;
    if (before.symbol === symbol && before.timeframe === timeframe && before.decimals === decimals) return;
    shown.current = { symbol, timeframe, decimals };
    chart.current?.show(shown.current);
  }, [symbol, timeframe, decimals]);

  useEffect(() => chart.current?.setMarks(marks), [marks]);

  useEffect(() => chart.current?.setIndicators(indicators), [indicators]);

  useEffect(() => useTheme.subscribe(() => chart.current?.recolor()), []);

  return (
    <>
      {/* The library stacks its canvases by z-index: they must not rise above what lies over the chart. It measures itself
          with every tick, which must not lay out the page. Without candles its scale would be made up. */}
      <div
        ref={box}
        className={cn('absolute inset-0 isolate contain-strict', load.kind === 'loading' && 'invisible')}
      />
      {drawnOn && <KeyStage chart={drawnOn} />}
      {drawnOn && drawing && <DrawingsOn chart={drawnOn} drawing={drawing} decimals={decimals} />}
      <div className="pointer-events-none absolute top-1 left-2 flex min-h-7 items-center gap-1 *:pointer-events-auto">
        {corner}
        {drawnOn && <Legend chart={drawnOn} decimals={decimals} />}
      </div>
      {drawnOn && load.kind === 'ready' && <BackToLive chart={drawnOn} />}
      {drawnOn && load.kind === 'ready' && <NoCandles chart={drawnOn} />}
      {load.kind === 'loading' && <Skeleton className="absolute inset-x-4 top-10 bottom-10" />}
      {load.kind === 'failed' && (
        <div className="absolute inset-0 grid place-items-center bg-inset">
          <ErrorState
            title={chartMessages.failed}
            text={problemOf(load.error)}
            onRetry={() => chart.current?.reload()}
          />
        </div>
      )}
    </>
  );
}

/** In words that there is nothing yet, until the first candle comes. */
function NoCandles({ chart }: { readonly chart: PriceChart }) {
  const isEmpty = useSyncExternalStore(chart.told.subscribe, chart.told.current) === null;
  return (
    isEmpty && (
      <div className="absolute inset-0 grid place-items-center bg-inset">
        <EmptyState text={chartMessages.noCandles} />
      </div>
    )
  );
}

/** The way back, while only the past is in view. */
function BackToLive({ chart }: { readonly chart: PriceChart }) {
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  if (!view || view.isLive) return null;
  return (
    <Button
      size="icon"
      className="absolute bottom-10 max-md:size-(--h-touch)"
      style={{ left: view.width - 52 }}
      aria-label={chartMessages.backToLive}
      title={chartMessages.backToLive}
      onClick={() => chart.goLive()}
    >
      <ChevronsRight size={16} aria-hidden />
    </Button>
  );
}

type DrawingsOnProps = {
  readonly chart: PriceChart;
  readonly drawing: DrawingLayerProps;
  readonly decimals: number;
};

/** The drawings, inside the element of the candles so that wheel and fingers beside them still reach the chart. */
function DrawingsOn({ chart, drawing, decimals }: DrawingsOnProps) {
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  useRevealed(chart, drawing);
  const { stage } = chart;
  return view && stage && createPortal(<DrawingLayer {...drawing} view={view} decimals={decimals} />, stage);
}

/** Whoever selects a drawing that is out of view, in a list, is taken there; what is pulled out of view stays there. */
function useRevealed(chart: PriceChart, { drawings, selectedId }: DrawingLayerProps): void {
  const revealed = useRef<string | null>(null);
  const shape = drawings.find(({ id }) => id === selectedId)?.shape;
  useEffect(() => {
    if (revealed.current === selectedId) return;
    revealed.current = selectedId;
    const view = chart.view.current();
    if (!shape || !view || shape.kind === 'horizontal_line' || isInView(shape, view)) return;
    chart.reveal(Date.parse(shape.from.time));
  }, [chart, selectedId, shape]);
}

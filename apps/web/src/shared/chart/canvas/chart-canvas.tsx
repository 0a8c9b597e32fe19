import { isSecondTimeframe } from '@vigia/core/vocabulary';
import { ChevronsRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#shared/lib/cn.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import type { ChartKind } from '../chart-kinds.ts';
import { DrawingLayer, type DrawingLayerProps } from '../drawings/drawing-layer.tsx';
import { isInView, startMsOf } from '../drawings/shapes.ts';
import type { ShownIndicator } from '../indicators/choices.ts';
import { MarkDetails } from '../labels/mark-details.tsx';
import type { ChartMarks } from '../marks/chart-marks.ts';
import { chartMessages } from '../messages.es.ts';
import type { CandleLoadState } from './candle-feed.ts';
import { type ExpiryChoice, ExpiryHandle } from './expiry-handle.tsx';
import { KeyStage } from './key-stage.tsx';
import { Legend } from './legend.tsx';
import { canvasMessages } from './messages.es.ts';
import { PriceChart, type ShownSeries } from './price-chart.ts';
import type { StoredCandles } from './stored-feed.ts';

type ChartCanvasProps = {
  readonly series: ShownSeries;
  readonly marks: ChartMarks;
  /** How the prices are drawn. By default as candles. */
  readonly kind?: ChartKind;
  readonly indicators?: readonly ShownIndicator[];
  /** Drawings of the user and their handlers. Absent for a chart without drawings. */
  readonly drawing?: DrawingLayerProps;
  /** The duration of the trade that the user prepares. Absent for a chart without an order form. */
  readonly expiry?: ExpiryChoice;
  /** A control that is placed before the legend, in the corner of the chart. */
  readonly corner?: ReactNode;
  /** Stored candles to show instead of live candles. To change them, mount a new component. */
  readonly stored?: StoredCandles;
};

const NO_INDICATORS: readonly ShownIndicator[] = [];

/** Renders the chart with its legend. The chart loads its candles itself. */
export function ChartCanvas({
  series,
  marks,
  kind = 'candles',
  indicators = NO_INDICATORS,
  ...rest
}: ChartCanvasProps) {
  const { drawing, expiry, corner, stored } = rest;
  const services = useServices();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const [drawnOn, setDrawnOn] = useState<PriceChart | null>(null);
  const shown = useRef(series);
  const hasTools = useRef(drawing !== undefined);
  const storedCandles = useRef(stored ?? null);
  const firstKind = useRef(kind);
  const words = stored ? canvasMessages.stored : canvasMessages.live;
  const noCandles = isSecondTimeframe(series.timeframe) ? canvasMessages.noTicks : words.noCandles;
  const [load, setLoad] = useState<CandleLoadState>({ kind: 'loading' });

  useEffect(() => {
    if (!box.current) return;
    const made = new PriceChart(box.current, shown.current, {
      services,
      onLoad: setLoad,
      kind: firstKind.current,
      hasTools: hasTools.current,
      stored: storedCandles.current,
    });
    chart.current = made;
    setDrawnOn(made);
    return () => {
      chart.current = null;
      setDrawnOn(null);
      made.dispose();
    };
  }, [services]);

  const { symbol, timeframe, decimals } = series;
  useEffect(() => {
    const before = shown.current;
    if (before.symbol === symbol && before.timeframe === timeframe && before.decimals === decimals) return;
    shown.current = { symbol, timeframe, decimals };
    chart.current?.show(shown.current);
  }, [symbol, timeframe, decimals]);

  useLook(chart, { marks, kind, indicators });

  return (
    <>
      {/* `isolate`: the canvases of the library have a z-index and must stay below the elements over the chart.
          `contain-strict`: the library measures its element on every tick. This must not cause a layout of the page.
          `invisible`: without candles the library would draw an axis with invented prices. */}
      <div
        ref={box}
        className={cn('absolute inset-0 isolate contain-strict', load.kind === 'loading' && 'invisible')}
      />
      {drawnOn && <KeyStage chart={drawnOn} keys={words.stageKeys} />}
      {drawnOn && <MarkDetails chart={drawnOn} marks={marks} decimals={decimals} />}
      {drawnOn && expiry && <ExpiryOn chart={drawnOn} expiry={expiry} />}
      {drawnOn && drawing && <DrawingsOn chart={drawnOn} drawing={drawing} decimals={decimals} />}
      <div className="pointer-events-none absolute top-1 right-16 left-2 flex min-h-7 items-center gap-1 max-[480px]:flex-wrap max-[480px]:gap-y-0 *:pointer-events-auto">
        {corner}
        {drawnOn && <Legend chart={drawnOn} decimals={decimals} kind={kind} />}
      </div>
      {drawnOn && load.kind === 'ready' && <BackToLive chart={drawnOn} label={words.backToLive} />}
      {drawnOn && load.kind === 'ready' && <NoCandles chart={drawnOn} text={noCandles} />}
      {load.kind === 'loading' && <Skeleton className="absolute inset-x-4 top-10 bottom-10" />}
      {load.kind === 'failed' && <FailedLoad error={load.error} onRetry={() => chart.current?.reload()} />}
    </>
  );
}

type Look = Required<Pick<ChartCanvasProps, 'marks' | 'kind' | 'indicators'>>;

/** Shows on the chart what the component gets, in the colours of the theme. */
function useLook(chart: { readonly current: PriceChart | null }, { marks, kind, indicators }: Look): void {
  useEffect(() => chart.current?.setMarks(marks), [chart, marks]);
  useEffect(() => chart.current?.setKind(kind), [chart, kind]);
  useEffect(() => chart.current?.setIndicators(indicators), [chart, indicators]);
  useEffect(() => useTheme.subscribe(() => chart.current?.recolor()), [chart]);
}

const FailedLoad = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => (
  <div className="absolute inset-0 grid place-items-center bg-inset">
    <ErrorState title={chartMessages.failed} text={problemOf(error)} onRetry={onRetry} />
  </div>
);

/** Shows a text until the first candle arrives. */
function NoCandles({ chart, text }: { readonly chart: PriceChart; readonly text: string }) {
  const isEmpty = useSyncExternalStore(chart.candle.subscribe, chart.candle.current) === null;
  return (
    isEmpty && (
      <div className="absolute inset-0 grid place-items-center bg-inset">
        <EmptyState text={text} />
      </div>
    )
  );
}

/** Renders a button that scrolls to the last candle. The button is visible only while that candle is out of view. */
function BackToLive({ chart, label }: { readonly chart: PriceChart; readonly label: string }) {
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  if (!view || view.isLive) return null;
  return (
    <Button
      size="icon"
      className="absolute bottom-10 touch:size-(--h-touch)"
      style={{ left: view.width - 52 }}
      aria-label={label}
      title={label}
      onClick={() => chart.goLive()}
    >
      <ChevronsRight size={16} aria-hidden />
    </Button>
  );
}

/** Renders the handle of the expiry inside the element of the candles. */
function ExpiryOn({ chart, expiry }: { readonly chart: PriceChart; readonly expiry: ExpiryChoice }) {
  const nowMs = useServerNow();
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  const { stage } = chart;
  return view && stage && createPortal(<ExpiryHandle {...expiry} view={view} nowMs={nowMs} />, stage);
}

type DrawingsOnProps = { readonly chart: PriceChart; readonly drawing: DrawingLayerProps; readonly decimals: number };

/**
 * Renders the drawings inside the element of the candles, so that wheel and touch events beside a drawing reach the
 * chart.
 */
function DrawingsOn({ chart, drawing, decimals }: DrawingsOnProps) {
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  useRevealed(chart, drawing);
  const { stage } = chart;
  return view && stage && createPortal(<DrawingLayer {...drawing} view={view} decimals={decimals} />, stage);
}

/**
 * Scrolls to a drawing that the user selects while it is out of view. While the user drags a drawing out of view, the
 * chart does not scroll.
 */
function useRevealed(chart: PriceChart, { drawings, selectedId }: DrawingLayerProps): void {
  const revealed = useRef<string | null>(null);
  const shape = drawings.find(({ id }) => id === selectedId)?.shape;
  useEffect(() => {
    if (revealed.current === selectedId) return;
    revealed.current = selectedId;
    const view = chart.view.current();
    const startMs = shape ? startMsOf(shape) : null;
    if (!shape || !view || startMs === null || isInView(shape, view)) return;
    chart.reveal(startMs);
  }, [chart, selectedId, shape]);
}

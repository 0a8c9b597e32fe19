import type { KLineData } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import type { ChartMarks } from '../marks/chart-marks.ts';
import { chartMessages } from '../messages.es.ts';
import type { LoadState } from './candle-feed.ts';
import { Legend } from './legend.tsx';
import { PriceChart, type ShownSeries } from './price-chart.ts';

type ChartCanvasProps = { readonly series: ShownSeries; readonly marks: ChartMarks };

/** The drawn chart with its legend; loads its candles by itself. */
export function ChartCanvas({ series, marks }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const shown = useRef(series);
  const [load, setLoad] = useState<LoadState>({ kind: 'loading' });
  const [candle, setCandle] = useState<KLineData | null>(null);

  useEffect(() => {
    if (!box.current) return;
    const made = new PriceChart(box.current, shown.current, { onLoad: setLoad, onCandle: setCandle });
    chart.current = made;
    return () => {
      chart.current = null;
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

  useEffect(() => useTheme.subscribe(() => chart.current?.recolor()), []);

  return (
    <>
      {/* The library stacks its canvases by z-index: they must not rise above what lies over the chart. */}
      <div ref={box} className="absolute inset-0 isolate" aria-hidden />
      <Legend candle={candle} decimals={decimals} />
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

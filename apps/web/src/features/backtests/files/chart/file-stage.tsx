import type { PriceFile, PriceFileCandlesView } from '@vigia/contract';
import { type ChartGap, chartGaps } from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { useMemo, useState } from 'react';
import type { StoredCandles } from '#shared/chart/canvas/stored-feed.ts';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { NO_MARKS } from '#shared/chart/marks/chart-marks.ts';
import { formatCount } from '#shared/lib/format.ts';
import { useServices } from '#shared/lib/services.ts';
import { fetchFileCandles } from '../queries.ts';
import { fileChartMessages as words } from './messages.es.ts';

type FileStageProps = {
  readonly file: PriceFile;
  readonly timeframe: Timeframe;
  readonly facts: PriceFileCandlesView;
  /** The time that the chart shows first, in epoch seconds. A new object makes the chart show it again. */
  readonly start: { readonly atS: number | null };
  readonly onLatest: () => void;
};

/** Open times of the loaded candles, and their timeframe. */
type Loaded = { readonly timeframe: Timeframe; readonly times: readonly number[] };

/** Renders the candles of a price file and the gaps between them. The candles load in pages. */
export function FileStage({ file, timeframe, facts, start, onLatest }: FileStageProps) {
  const { api } = useServices();
  const [loaded, setLoaded] = useState<Loaded>({ timeframe, times: [] });
  const stored: StoredCandles = useMemo(
    () => ({
      startS: start.atS,
      load: (edge, limit) => fetchFileCandles(api, file.id, { timeframe, edge, limit }),
      onLoaded: (times) => setLoaded({ timeframe, times }),
      onLatest,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the chart is new for each start and timeframe only
    [api, file.id, timeframe, start],
  );
  const gaps = useMemo(
    () => chartGaps(loaded.times, TIMEFRAME_SECONDS[loaded.timeframe], facts.trades_on_saturdays),
    [loaded, facts.trades_on_saturdays],
  );
  const marks = useMemo(() => ({ ...NO_MARKS, gaps }), [gaps]);
  const key = useKeyOf(stored);
  return (
    <>
      <figure
        className="relative h-[420px] overflow-hidden rounded-control border border-line bg-inset max-md:h-[320px]"
        aria-label={words.chart(file.symbol, timeframe)}
      >
        <LazyChart
          key={key}
          series={{ symbol: file.symbol, timeframe, decimals: facts.decimals }}
          marks={marks}
          stored={stored}
        />
      </figure>
      <GapsText gaps={gaps} />
    </>
  );
}

/** Returns a React key that changes when the caller passes another object. */
function useKeyOf(value: object): number {
  const [known, setKnown] = useState({ value, key: 0 });
  if (known.value === value) return known.key;
  setKnown({ value, key: known.key + 1 });
  return known.key + 1;
}

/** Describes the gaps between the loaded candles in words. */
function GapsText({ gaps }: { readonly gaps: readonly ChartGap[] }) {
  const holes = gaps.filter(({ kind }) => kind === 'hole').length;
  const weekends = gaps.length - holes;
  const parts = [
    ...(holes > 0 ? [words.holes(formatCount(holes))] : []),
    ...(weekends > 0 ? [words.weekends(formatCount(weekends))] : []),
  ];
  return (
    <p role="status" className="text-12 text-fg-3">
      {parts.length === 0 ? words.noGaps : words.gaps(parts)} {holes > 0 && words.holesNote}
    </p>
  );
}

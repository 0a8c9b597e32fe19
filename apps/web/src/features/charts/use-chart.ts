import type { UseQueryResult } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import type { TradeLength } from '@vigia/core/trades';
import { useMemo } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import type { ShownIndicator } from '#shared/chart/indicators/choices.ts';
import { chartMarks, type MarkSources } from '#shared/chart/marks/chart-marks.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { useDrawings } from './drawings/use-drawings.ts';
import { useChartOptions, visibleMarks } from './options/chart-options.ts';
import { shownIndicators } from './options/indicator-settings.ts';
import { useChosenSeconds } from './seconds/chosen-seconds.ts';

const RESULTS_READ_MS = 60_000;

/** The inputs of the chart from the screen. */
export type ChartInput = {
  readonly assets: UseQueryResult<Asset[]>;
  readonly sources: MarkSources;
  /** Payout as a fraction of a trade of the chosen duration on the shown symbol. Null while unknown. */
  readonly payout: number | null;
  /** The chosen duration. */
  readonly length: TradeLength;
  /** Chooses another duration. It sends no order. */
  readonly onLength: (length: TradeLength) => void;
};

/** Returns the chart of the chosen symbol and timeframe: its series, marks, indicators, drawings and options. */
export function useChart({ assets, sources, length, onLength }: ChartInput) {
  const symbol = useUi((ui) => ui.symbol);
  const minutes = useUi((ui) => ui.timeframe);
  const timeframe = useChosenSeconds() ?? minutes;
  const asset = assets.data?.find((each) => each.symbol === symbol);
  const decimals = useDecimals()(symbol);
  // The component reads the clock at intervals, because results disappear from the chart after some time.
  const nowMs = useServerNow(RESULTS_READ_MS);
  const [options, changeOptions] = useChartOptions(useAuth().user?.id ?? '');
  const { hidden, indicators: settings } = options;
  const indicators: readonly ShownIndicator[] = useMemo(() => shownIndicators(settings), [settings]);
  const drawings = useDrawings(symbol);
  const marks = useMemo(
    () => visibleMarks(chartMarks(sources, symbol, timeframe, nowMs), hidden),
    [sources, symbol, timeframe, nowMs, hidden],
  );
  return {
    assets,
    sources,
    asset,
    series: { symbol, timeframe, decimals },
    marks,
    indicators,
    drawings,
    options,
    changeOptions,
    expiry: { asset, length, onLength },
    nowMs,
  };
}

/** The chart of the chosen symbol and timeframe. */
export type ShownChart = ReturnType<typeof useChart>;

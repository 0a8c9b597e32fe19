import { useState } from 'react';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useMediaQuery } from '#shared/lib/use-media-query.ts';
import { chooseTimeframe } from '../seconds/chosen-seconds.ts';
import {
  type ChartCount,
  type ChartLayout,
  readLayout,
  SINGLE_CHART_LAYOUT,
  type StoredSeries,
  withActiveChart,
  withChartCount,
} from './chart-layout.ts';

/** Several charts fit from a window of 1024 px on. */
const TOO_NARROW = '(max-width: 1023px)';

/**
 * Returns the charts of the user and their actions. This browser stores the layout per user. In a narrow window there
 * is one chart, and the stored layout stays as it is.
 * @param isSending whether an order is on its way. The active chart then stays, because the order form belongs to it
 */
export function useChartLayout(userId: string, isSending: boolean) {
  const key = `chart_layout:${userId}`;
  const [stored, setStored] = useState(() => readLayout(readLocal(key)));
  const fits = !useMediaQuery(TOO_NARROW);
  const change = (layout: ChartLayout) => {
    setStored(layout);
    writeLocal(key, JSON.stringify(layout));
  };
  const activate = (place: number) => {
    const next = isSending ? null : withActiveChart(stored, place, shownNow());
    if (next === null) return;
    change(next.layout);
    useUi.getState().setSymbol(next.shown.symbol);
    chooseTimeframe(next.shown.timeframe);
  };
  const choose = (count: ChartCount, candidates: readonly string[]) =>
    change(withChartCount(stored, count, shownNow(), candidates));
  return { layout: fits ? stored : SINGLE_CHART_LAYOUT, fits, activate, choose };
}

function shownNow(): StoredSeries {
  const { symbol, timeframe } = useUi.getState();
  return { symbol, timeframe };
}

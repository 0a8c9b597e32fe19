import type { UseQueryResult } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { Maximize, Minimize } from 'lucide-react';
import { type RefObject, useMemo, useRef, useSyncExternalStore } from 'react';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { type ChartMarks, chartMarks, type MarkSources } from '#shared/chart/marks/chart-marks.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatMoney, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { LivePrice } from './live-price.tsx';
import { chartMessages } from './messages.es.ts';

const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

const RESULTS_READ_MS = 60_000;

type ChartCardProps = {
  readonly assets: UseQueryResult<Asset[]>;
  readonly sources: MarkSources;
  /** What a trade of the chosen length pays on the symbol shown, as a fraction; null while unknown. */
  readonly payout: number | null;
};

/** The chart of the chosen symbol and timeframe, with everything found and traded on it. */
export function ChartCard({ assets, sources, payout }: ChartCardProps) {
  const symbol = useUi((ui) => ui.symbol);
  const timeframe = useUi((ui) => ui.timeframe);
  const setSymbol = useUi((ui) => ui.setSymbol);
  const setTimeframe = useUi((ui) => ui.setTimeframe);
  const card = useRef<HTMLDivElement>(null);
  const asset = assets.data?.find((each) => each.symbol === symbol);
  const decimals = useDecimals()(symbol);
  // Read again now and then: results leave the chart after a while.
  const nowMs = useServerNow(RESULTS_READ_MS);
  const marks = useMemo(() => chartMarks(sources, symbol, timeframe, nowMs), [sources, symbol, timeframe, nowMs]);
  return (
    <Card className="max-md:-mx-3 max-md:-mt-3 max-md:rounded-none max-md:border-x-0 max-md:border-t-0">
      <div ref={card} className="flex h-full flex-col overflow-hidden rounded-card bg-surface max-md:rounded-none">
        <div className="flex min-h-13 flex-wrap items-center gap-2 border-b max-lg:gap-1.5 border-line py-2 pr-2.5 pl-3 max-md:px-3">
          <SymbolPicker symbol={symbol} assets={assets.data} payout={payout} onChoose={setSymbol} />
          <LivePrice key={symbol} symbol={symbol} asset={asset} />
          <div className="ml-auto flex items-center gap-2 max-lg:gap-1.5 max-md:w-full">
            <Segmented
              label={chartMessages.timeframe}
              value={timeframe}
              options={TIMEFRAME_OPTIONS}
              onChange={setTimeframe}
              className="max-lg:[&_button]:px-1.5 max-md:w-full"
            />
            <FullScreenButton card={card} />
          </div>
        </div>
        <figure
          className="relative h-[414px] min-h-[300px] grow overflow-hidden rounded-b-card bg-inset max-lg:h-[392px] max-md:h-[300px] max-md:rounded-none"
          aria-label={chartMessages.spoken(symbol, timeframe)}
        >
          {assets.isError && !assets.data && (
            <div className="absolute inset-0 grid place-items-center">
              <ErrorState
                title={chartMessages.assetsFailed}
                text={problemOf(assets.error)}
                onRetry={() => void assets.refetch()}
              />
            </div>
          )}
          {/* Also of what cannot be ordered now: with the broker away its list is empty, and the market goes on. */}
          {assets.data && <LazyChart series={{ symbol, timeframe, decimals }} marks={marks} />}
          <figcaption className="sr-only">
            {assets.data ? describe(marks, asset?.current_price ?? null, decimals) : chartMessages.loading}
          </figcaption>
        </figure>
      </div>
    </Card>
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

/** What is drawn, in words. */
function describe({ zones, trades, results }: ChartMarks, close: number | null, decimals: number): string {
  const price = (value: number) => formatPrice(value, decimals);
  const { zoneKinds } = chartMessages;
  return [
    ...(close === null ? [] : [chartMessages.spokenClose(price(close))]),
    ...zones
      .filter(({ endedMs }) => endedMs === null)
      .map(({ direction, wide }) =>
        chartMessages.spokenZone(
          direction === 'CALL' ? zoneKinds.demand : zoneKinds.supply,
          price(wide.low),
          price(wide.high),
        ),
      ),
    ...trades.map(({ direction, stake, entryPrice }) =>
      chartMessages.spokenTrade(direction, formatMoney(stake), price(entryPrice)),
    ),
    ...results.map(({ direction, outcome, profit, price: decided }) =>
      chartMessages.spokenResult(
        direction,
        chartMessages.outcomes[outcome].word,
        formatSignedMoney(profit),
        price(decided),
      ),
    ),
  ].join(' ');
}

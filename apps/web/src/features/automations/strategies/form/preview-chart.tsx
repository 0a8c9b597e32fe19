import { useQuery } from '@tanstack/react-query';
import type { StrategyRules } from '@vigia/core/strategies';
import { LIMITS, type Timeframe } from '@vigia/core/vocabulary';
import { useMemo } from 'react';
import { CANDLES_PATH, fetchCandles } from '#shared/chart/candles.ts';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { NO_MARKS } from '#shared/chart/marks/chart-marks.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { formMessages } from './messages.es.ts';
import { countMarked, PREVIEW_CANDLES, type Preview, previewOf } from './preview.ts';

const words = formMessages.preview;

/** Number of warm-up candles for long indicators. With more of them, no visible value would change. */
const WARM_UP_CANDLES = 800;
const FETCHED = Math.min(LIMITS.candlesMaxLimit, PREVIEW_CANDLES + WARM_UP_CANDLES);
const FRESH_MS = 60_000;

type PreviewChartProps = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** The rules to preview. Null while a number is invalid. */
  readonly rules: StrategyRules | null;
};

/** Shows a chart of the last candles with the signals of these rules. The signals are recomputed on every keystroke. */
export function PreviewChart({ symbol, timeframe, rules }: PreviewChartProps) {
  const decimalsOf = useDecimals();
  const {
    data: candles,
    error,
    refetch,
  } = useQuery({
    queryKey: [CANDLES_PATH, 'preview', symbol, timeframe],
    queryFn: ({ client, signal }) => fetchCandles(apiOf(client), symbol, timeframe, { limit: FETCHED, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const preview = useMemo(
    () => (candles && rules ? previewOf(candles, rules, timeframe) : null),
    [candles, rules, timeframe],
  );
  const marks = useMemo(() => ({ ...NO_MARKS, signals: preview?.signals ?? [] }), [preview]);
  const decimals = decimalsOf(symbol);
  return (
    <section aria-label={words.title} className="grid min-w-0 content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
        <h3 className="font-medium text-fg-2">{candles ? words.text(countMarked(candles)) : words.title}</h3>
        <PreviewCount rules={rules} preview={preview} />
      </div>
      <figure
        className="relative h-[220px] overflow-hidden rounded-control border border-line bg-inset"
        aria-label={words.spoken(symbol, timeframe, preview?.calls ?? 0, preview?.puts ?? 0)}
      >
        {candles && <LazyChart series={{ symbol, timeframe, decimals, bars: PREVIEW_CANDLES }} marks={marks} />}
        {!candles && !error && <Skeleton className="absolute inset-x-4 top-10 bottom-10" />}
        {!candles && error && (
          <div className="absolute inset-0 grid place-items-center">
            <ErrorState title={words.failed} text={problemOf(error)} onRetry={() => void refetch()} />
          </div>
        )}
      </figure>
      <p className="text-12 text-fg-3">{words.honest}</p>
    </section>
  );
}

type PreviewCountProps = { readonly rules: StrategyRules | null; readonly preview: Preview | null };

const PreviewCount = ({ rules, preview }: PreviewCountProps) => (
  <p role="status" className="text-12 text-fg-2">
    {countText(rules, preview)}
  </p>
);

function countText(rules: StrategyRules | null, preview: Preview | null): string {
  if (rules === null) return words.waiting;
  if (preview === null) return '';
  if (preview.isTooShort) return words.tooFew(preview.warmUp);
  if (preview.signals.length === 0) return words.none;
  const { won, lost, tie, void: voided } = preview.outcomes;
  const counted = words.count(preview.calls, preview.puts);
  return won + lost + tie + voided === 0 ? counted : `${counted} · ${words.outcomes(won, lost, tie, voided)}`;
}

import type { Asset } from '@vigia/contract';
import type { WinRateCard } from '@vigia/core/statistics';
import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { useMemo } from 'react';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { NO_MARKS } from '#shared/chart/marks/chart-marks.ts';
import { chartMessages } from '#shared/chart/messages.es.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { formatCount, formatPercentWithoutSign } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card } from '#shared/ui/card.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { lengthOfDraft, type SetupDraft } from '../model/draft.ts';
import type { Preview } from '../model/preview.ts';
import { previewMarks } from '../model/preview-marks.ts';
import { editorMessages } from './messages.es.ts';
import type { PreviewState } from './use-preview.ts';

const words = editorMessages.preview;
/**
 * Number of visible candles. It is large enough to show several sequences, zones and signals, and small enough to
 * distinguish candles.
 */
const BARS_IN_VIEW = 140;
const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

type PreviewCardProps = {
  readonly draft: SetupDraft;
  readonly assets: readonly Asset[] | undefined;
  readonly payout: number | null;
  readonly state: PreviewState;
  readonly onAsset: (symbol: string) => void;
  readonly onTimeframe: (timeframe: Timeframe) => void;
};

/** Shows a chart with the sequences, zones and signals that the settings find, and their counts. */
export function PreviewCard({ draft, assets, payout, state, onAsset, onTimeframe }: PreviewCardProps) {
  const { asset: symbol, timeframe } = draft;
  const asset = assets?.find((each) => each.symbol === symbol);
  const preview = state.kind === 'ready' ? state.preview : null;
  const marks = useMemo(() => (preview ? previewMarks(preview) : NO_MARKS), [preview]);
  return (
    <Card className="flex flex-col">
      <div className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line py-2 pr-2.5 pl-3">
        <SymbolPicker
          symbol={symbol}
          assets={assets}
          payout={payout}
          length={lengthOfDraft(draft)}
          onChoose={onAsset}
        />
        {(asset?.source === 'simulated' || asset?.source === 'replay') && (
          <Badge tone="simulated">{chartMessages.sourceName(asset.source)}</Badge>
        )}
        <span className="ml-auto text-12 text-fg-3 max-lg:hidden">{words.recalculates}</span>
        <Segmented
          label={editorMessages.timeframe}
          value={timeframe}
          options={TIMEFRAME_OPTIONS}
          onChange={onTimeframe}
          className="max-lg:ml-auto max-md:w-full max-lg:[&_button]:px-1.5"
        />
      </div>
      <figure
        className="relative h-[350px] overflow-hidden bg-inset max-md:h-[280px]"
        aria-label={words.chart(symbol, timeframe)}
      >
        {asset ? (
          <LazyChart series={{ symbol, timeframe, decimals: asset.decimals, bars: BARS_IN_VIEW }} marks={marks} />
        ) : (
          <Skeleton className="absolute inset-x-4 top-10 bottom-10" />
        )}
        <figcaption className="sr-only">
          {preview &&
            words.spoken(preview.sequences, preview.validSequences, preview.liveZones, preview.signals.length)}
        </figcaption>
      </figure>
      <Counts state={state} />
      {state.kind === 'ready' && <Remarks state={state} draft={draft} isSimulated={asset?.source === 'simulated'} />}
    </Card>
  );
}

function Counts({ state }: { readonly state: PreviewState }) {
  if (state.kind === 'failed') {
    return (
      <div className="border-t border-line">
        <ErrorState title={words.failed} text={problemOf(state.error)} onRetry={state.retry} />
      </div>
    );
  }
  const preview = state.kind === 'ready' ? state.preview : null;
  const figures = [
    [words.sequences, preview?.sequences],
    [words.valid, preview?.validSequences],
    [words.liveZones, preview?.liveZones],
    [words.signals, preview?.signals.length],
  ] as const;
  return (
    <div className="flex flex-wrap border-t border-line max-md:grid max-md:grid-cols-4">
      {figures.map(([name, value]) => (
        <div
          key={name}
          className="grid min-w-0 content-start gap-0.5 border-r border-line px-4 py-2.5 max-md:px-2 max-md:[&:nth-child(4)]:border-r-0"
        >
          <span className="text-12 whitespace-nowrap text-fg-3">{name}</span>
          <span className="text-16 font-semibold">
            {value === undefined ? <Skeleton className="my-1 h-4 w-8" /> : formatCount(value)}
          </span>
        </div>
      ))}
      <div className="min-w-[250px] flex-1 px-4 py-2.5 max-md:col-span-4 max-md:border-t max-md:border-line">
        <Rate preview={preview} />
      </div>
    </div>
  );
}

/** Shows the win rate of the signals, always with count, interval, break-even rate and verdict. */
function Rate({ preview }: { readonly preview: Preview | null }) {
  if (!preview) return <Skeleton className="h-14" />;
  const title = words.rate(preview.candles);
  const { card } = preview;
  if (card?.kind !== 'measured') {
    return (
      <div className="grid min-h-14 content-start gap-0.5">
        <span className="text-12 text-fg-3">{title}</span>
        <span className="text-14 text-fg-2">{preview.isMeasurable ? words.undecided : words.unmeasurable}</span>
      </div>
    );
  }
  return <Measured title={title} card={card} />;
}

type MeasuredProps = { readonly title: string; readonly card: Extract<WinRateCard, { kind: 'measured' }> };

function Measured({ title, card }: MeasuredProps) {
  const { won, decided, rate, interval, breakEven, verdict } = card;
  return (
    <div className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-5 gap-y-0.5">
      <span className="text-12 whitespace-nowrap text-fg-3">{title}</span>
      <span className="justify-self-end">
        <VerdictText verdict={verdict} />
      </span>
      <span className="whitespace-nowrap">
        <b className="text-16">{uiMessages.ruler.of(won, decided)}</b>
        <span className="block text-12 text-fg-3">
          {uiMessages.ruler.interval(formatPercentWithoutSign(interval.low), formatPercentWithoutSign(interval.high))}
        </span>
      </span>
      <Ruler rate={rate} interval={interval} breakEven={breakEven} verdict={verdict} />
    </div>
  );
}

type RemarksProps = {
  readonly state: Extract<PreviewState, { kind: 'ready' }>;
  readonly draft: SetupDraft;
  readonly isSimulated: boolean;
};

/** Shows the limitations of these figures. */
function Remarks({ state, draft, isSimulated }: RemarksProps) {
  const remarks = [
    state.isInvalid && words.invalid,
    draft.trigger === 'touch' && words.touch,
    state.isCoarse && words.coarse,
    isSimulated && words.simulated,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <div role="status" className="border-t border-line px-4 py-2 text-12 text-fg-3">
      <ul className="grid gap-1">
        {remarks.map((remark) => (
          <li key={remark} className={remark === words.invalid ? 'text-warn' : 'first-letter:uppercase'}>
            {remark}
          </li>
        ))}
      </ul>
    </div>
  );
}

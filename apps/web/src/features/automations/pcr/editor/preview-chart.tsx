import { useMemo } from 'react';
import { LazyChart } from '#shared/chart/lazy-chart.tsx';
import { NO_MARKS } from '#shared/chart/marks/chart-marks.ts';
import { cn } from '#shared/lib/cn.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { previewMarks } from '../model/preview-marks.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.preview;

type PreviewChartProps = {
  readonly editor: EditorState;
  /** Number of visible candles at first. */
  readonly bars: number;
  readonly hasResults: boolean;
  readonly className: string;
};

/** Shows a chart with the sequences, zones and signals that the settings find. */
export function PreviewChart({ editor, bars, hasResults, className }: PreviewChartProps) {
  const { form, assets, state } = editor;
  const { asset: symbol, timeframe } = form.draft;
  const asset = assets?.find((each) => each.symbol === symbol);
  const preview = state.kind === 'ready' ? state.preview : null;
  const marks = useMemo(() => (preview ? previewMarks(preview, hasResults) : NO_MARKS), [preview, hasResults]);
  return (
    <figure className={cn('relative overflow-hidden bg-inset', className)} aria-label={words.chart(symbol, timeframe)}>
      {asset ? (
        <LazyChart series={{ symbol, timeframe, decimals: asset.decimals, bars }} marks={marks} />
      ) : (
        <Skeleton className="absolute inset-x-4 top-10 bottom-10" />
      )}
      <figcaption className="sr-only">
        {preview && words.spoken(preview.sequences, preview.validSequences, preview.liveZones, preview.signals.length)}
      </figcaption>
    </figure>
  );
}

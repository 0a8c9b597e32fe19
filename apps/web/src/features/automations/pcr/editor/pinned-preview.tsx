import { useRef } from 'react';
import { useHeightVariable } from '#shared/lib/use-bottom-bar.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { Preview } from '../model/preview.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';
import { PreviewChart } from './preview-chart.tsx';
import { PreviewFailure, PreviewWinRate } from './preview-figures.tsx';

const words = editorMessages.preview;
/** Number of visible candles on a phone or tablet. More candles would be hairlines. */
const BARS_IN_VIEW = 70;

type PinnedPreviewProps = {
  readonly editor: EditorState;
  /** Whether the ruler of the signals is shown too. */
  readonly hasRate: boolean;
};

/**
 * The chart of a narrow editor, with the counts and the ruler of what the settings find. It stays below the header
 * while the steps scroll, unless the screen is too low, such as on a phone held sideways.
 */
export function PinnedPreview({ editor, hasRate }: PinnedPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useHeightVariable(box, '--pinned');
  const { state } = editor;
  return (
    <div
      ref={box}
      className="-mx-5 border-y border-line bg-surface max-md:-mx-3 [@media(min-height:600px)]:sticky [@media(min-height:600px)]:top-(--header) [@media(min-height:600px)]:z-(--z-sticky)"
    >
      <PreviewChart editor={editor} bars={BARS_IN_VIEW} hasResults={false} className="h-[280px] max-md:h-[184px]" />
      <div className="border-t border-line px-5 py-2 max-md:px-3 max-md:py-1">
        {state.kind === 'failed' ? (
          <PreviewFailure state={state} />
        ) : (
          <Figures preview={state.kind === 'ready' ? state.preview : null} hasRate={hasRate} />
        )}
      </div>
    </div>
  );
}

type FiguresProps = { readonly preview: Preview | null; readonly hasRate: boolean };

const Figures = ({ preview, hasRate }: FiguresProps) => (
  <div className="grid gap-x-6 gap-y-1 md:grid-cols-[auto_minmax(0,1fr)] md:items-center">
    {preview ? (
      <p className="text-12 whitespace-nowrap text-fg-2">
        {words.counts(preview.sequences, preview.validSequences, preview.liveZones, preview.signals.length)}
      </p>
    ) : (
      <Skeleton className="h-4 w-60" />
    )}
    {hasRate && <PreviewWinRate preview={preview} />}
  </div>
);

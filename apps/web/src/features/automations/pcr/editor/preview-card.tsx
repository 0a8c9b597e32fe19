import { formatCount } from '#shared/lib/format.ts';
import { Card } from '#shared/ui/card.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { Preview } from '../model/preview.ts';
import type { EditorState } from './editor.ts';
import { MarketFields } from './market-fields.tsx';
import { editorMessages } from './messages.es.ts';
import { PreviewChart } from './preview-chart.tsx';
import { PreviewFailure, PreviewLimitations, PreviewWinRate } from './preview-figures.tsx';

const words = editorMessages.preview;
/**
 * Number of visible candles. It is large enough to show several sequences, zones and signals, and small enough to
 * distinguish candles.
 */
const BARS_IN_VIEW = 140;

/** Shows the chart of a wide editor with the counts of what the settings find. */
export const PreviewCard = ({ editor }: { readonly editor: EditorState }) => (
  <Card className="flex flex-col">
    <MarketFields editor={editor} className="min-h-13 border-b border-line py-2 pr-2.5 pl-3" />
    <PreviewChart editor={editor} bars={BARS_IN_VIEW} hasResults className="h-[350px]" />
    <div className="border-t border-line">
      {editor.state.kind === 'failed' ? (
        <PreviewFailure state={editor.state} />
      ) : (
        <Counts preview={editor.state.kind === 'ready' ? editor.state.preview : null} />
      )}
    </div>
    <PreviewLimitations editor={editor} className="border-t border-line px-4 py-2" />
  </Card>
);

function Counts({ preview }: { readonly preview: Preview | null }) {
  const figures = [
    [words.sequences, preview?.sequences],
    [words.valid, preview?.validSequences],
    [words.liveZones, preview?.liveZones],
    [words.signals, preview?.signals.length],
  ] as const;
  return (
    <div className="flex flex-wrap">
      {figures.map(([name, value]) => (
        <div key={name} className="grid min-w-0 content-start gap-0.5 border-r border-line px-4 py-2.5">
          <span className="text-12 whitespace-nowrap text-fg-3">{name}</span>
          <span className="text-16 font-semibold">
            {value === undefined ? <Skeleton className="my-1 h-4 w-8" /> : formatCount(value)}
          </span>
        </div>
      ))}
      <div className="min-w-[250px] flex-1 px-4 py-2.5">
        <PreviewWinRate preview={preview} />
      </div>
    </div>
  );
}

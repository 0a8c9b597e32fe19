import type { WinRateCard } from '@vigia/core/statistics';
import { formatPercentWithoutSign } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import type { Preview } from '../model/preview.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';
import type { PreviewState } from './use-preview.ts';

const words = editorMessages.preview;

/** Shows why the preview has no candles. */
export const PreviewFailure = ({ state }: { readonly state: Extract<PreviewState, { kind: 'failed' }> }) => (
  <ErrorState title={words.failed} text={problemOf(state.error)} onRetry={state.retry} />
);

/** Shows the win rate of the signals, always with count, interval, break-even rate and verdict. */
export function PreviewWinRate({ preview }: { readonly preview: Preview | null }) {
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
      <Ruler rate={rate} interval={interval} breakEven={breakEven} verdict={verdict} words={words.ruler} />
    </div>
  );
}

/** Shows the limitations of the figures of the preview. */
export function PreviewLimitations({
  editor,
  className = '',
}: {
  readonly editor: EditorState;
  readonly className?: string;
}) {
  const { state, form, assets } = editor;
  const { asset, trigger } = form.draft;
  const isSimulated = assets?.find(({ symbol }) => symbol === asset)?.source === 'simulated';
  if (state.kind !== 'ready') return null;
  const remarks = [
    state.isInvalid && words.invalid,
    trigger === 'touch' && words.touch,
    state.isCoarse && words.coarse,
    isSimulated && words.simulated,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <div role="status" className={`text-12 text-fg-3 ${className}`}>
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

import type { EditorState } from './editor.ts';
import { LastSequenceCard } from './last-sequence-card.tsx';
import { PreviewSignalsCard } from './preview-signals-card.tsx';

/** Shows the newest signals and the newest sequence of the preview. */
export function PreviewFindings({ editor: { form, state, decimals } }: { readonly editor: EditorState }) {
  const preview = state.kind === 'ready' ? state.preview : null;
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1 max-md:gap-3">
      <PreviewSignalsCard decimals={decimals} preview={preview} />
      <LastSequenceCard
        preview={preview}
        timeframe={state.kind === 'ready' ? state.rules.timeframe : form.draft.timeframe}
        required={form.draft.patterns.requiredCriteria}
        decimals={decimals}
      />
    </div>
  );
}

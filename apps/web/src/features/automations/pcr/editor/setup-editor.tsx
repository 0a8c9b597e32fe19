import { useQuery } from '@tanstack/react-query';
import type { Asset, PcrSetupView } from '@vigia/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { payoutQuery } from '#shared/lib/assets.ts';
import { useIsMarketOpen } from '#shared/lib/price-feed.ts';
import { useIsNarrow } from '#shared/lib/use-media-query.ts';
import { useSettledValue } from '#shared/lib/use-settled-value.ts';
import { useAutomationMoney } from '../../money/automation-accounts.ts';
import { draftOfSetup, type SetupDraft, tradeLengthOfDraft } from '../model/draft.ts';
import { type EditedSetup, type EditorState, type FirstBacktestView, userSetupOf } from './editor.ts';
import { NarrowEditor } from './narrow-editor.tsx';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';
import { useSave } from './use-save.ts';
import { WideEditor } from './wide-editor.tsx';

export type SetupEditorProps = {
  /** The saved setup to edit. Null for a new setup. */
  readonly setup: PcrSetupView | null;
  /** The initial values of a new setup. */
  readonly start: SetupDraft;
  readonly assets: readonly Asset[] | undefined;
  readonly chips: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onTest: (tested: EditedSetup, begins: FirstBacktestView) => void;
  /**
   * Renders the answer to '¿Sirve?', which belongs to another feature. `tested` is null while a value is invalid.
   * `onReport` opens the full report; without it, the answer has no button.
   */
  readonly renderLook: (tested: EditedSetup | null, onReport: (() => void) | undefined) => ReactNode;
};

/**
 * Shows the settings of a setup with a chart of what they find: side by side, or one step at a time on a narrow screen.
 */
export function SetupEditor(props: SetupEditorProps) {
  const editor = useEditor(props);
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow ? <NarrowEditor editor={editor} /> : <WideEditor editor={editor} />}
      <UnsavedChangesGuard isDirty={editor.form.isDirty} />
    </>
  );
}

function useEditor({ setup, start, assets, chips, onOpen, onTest, renderLook }: SetupEditorProps): EditorState {
  const [fresh] = useState(start);
  const saved = useMemo(() => (setup ? draftOfSetup(setup) : fresh), [setup, fresh]);
  const account = useAutomationMoney(userSetupOf(setup));
  const form = useDraft(saved);
  const saving = useSave(setup, form, onOpen);
  const { draft, dirty } = form;
  const asset = assets?.find((each) => each.symbol === draft.asset);
  const settled = useSettledValue(draft);
  const isMarketOpen = useIsMarketOpen();
  const { data: quoted } = useQuery({
    ...payoutQuery(settled.asset, tradeLengthOfDraft(settled)),
    enabled: isMarketOpen,
  });
  const payout = quoted?.payout ?? asset?.payout ?? null;
  const state = usePreview(draft, payout);
  const tested = { id: dirty ? null : (setup?.id ?? null), setup: draft, currency: account.currency };
  const isInvalid = state.kind === 'ready' && state.isInvalid;
  return {
    setup,
    form,
    saving,
    account,
    assets,
    payout,
    state,
    decimals: asset?.decimals ?? 5,
    chips,
    renderLook: (hasButton) =>
      renderLook(isInvalid ? null : tested, hasButton ? () => onTest(tested, 'look') : undefined),
    onTest: (begins) => onTest(tested, begins),
    onOpen,
  };
}

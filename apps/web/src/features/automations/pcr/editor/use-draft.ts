import { withSetupChange } from '@vigia/core/trades';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type DraftChange, isUnchanged, type SetupDraft } from '../model/draft.ts';
import { EDITOR_STEPS, type EditorStep, editorStepOf, type FieldErrors, fieldErrorsOf } from '../model/field-errors.ts';

export type DraftForm = {
  readonly draft: SetupDraft;
  readonly change: (changes: DraftChange) => void;
  readonly errors: FieldErrors;
  readonly open: readonly EditorStep[];
  readonly toggle: (step: EditorStep) => void;
  /** The step on a narrow screen, which shows one at a time. */
  readonly step: EditorStep;
  readonly goTo: (step: EditorStep) => void;
  /**
   * Returns whether edits would be lost if the user left the page now. The function is the same object at every render.
   */
  readonly isDirty: () => boolean;
  readonly dirty: boolean;
  /** Discards the edits after the server has stored them. */
  readonly settle: () => void;
  /**
   * Shows the server's field errors, opens the steps that contain these fields and goes to the first one. Returns the
   * number of fields with an error.
   */
  readonly refuse: (failure: unknown) => number;
};

/** Returns the user's edits on top of the saved state of a setup. */
export function useDraft(saved: SetupDraft): DraftForm {
  const [edits, setEdits] = useState<SetupDraft | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [open, setOpen] = useState<readonly EditorStep[]>(['sequence']);
  const [step, goTo] = useState<EditorStep>('sequence');
  const draft = edits ?? saved;
  const dirty = edits !== null && !isUnchanged(edits, saved);
  const dirtyNow = useRef(false);
  useLayoutEffect(() => {
    dirtyNow.current = dirty;
  }, [dirty]);
  const isDirty = useCallback(() => dirtyNow.current, []);
  return {
    draft,
    errors,
    open,
    step,
    goTo,
    dirty,
    isDirty,
    change: (changes) => {
      setEdits(withSetupChange(draft, changes));
      setErrors({});
    },
    toggle: (one) => setOpen(open.includes(one) ? open.filter((each) => each !== one) : [...open, one]),
    settle: () => {
      dirtyNow.current = false;
      setEdits(null);
      setErrors({});
    },
    refuse: (failure) => {
      const wrong = fieldErrorsOf(failure);
      const concerned = new Set(Object.keys(wrong).map(editorStepOf));
      setErrors(wrong);
      setOpen(EDITOR_STEPS.filter((each) => open.includes(each) || concerned.has(each)));
      goTo(EDITOR_STEPS.find((each) => concerned.has(each)) ?? step);
      return Object.keys(wrong).length;
    },
  };
}

import type { DraftChange, SetupDraft } from '../model/draft.ts';
import type { FieldErrors } from '../model/field-errors.ts';

/** Props of every step of the editor: the draft, the function that changes it, and the server's errors by field. */
export type EditorStepProps = {
  readonly draft: SetupDraft;
  readonly change: (changes: DraftChange) => void;
  readonly errors: FieldErrors;
};

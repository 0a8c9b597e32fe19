import type { SetupDraft } from '../model/draft.ts';
import type { FieldErrors } from '../model/field-errors.ts';

/** Props of every step: the current draft, its setter, and the server's field errors. */
export type StepProps = {
  readonly draft: SetupDraft;
  readonly change: (changes: Partial<SetupDraft>) => void;
  readonly errors: FieldErrors;
};

import type { SetupDraft } from '../model/draft.ts';
import type { FieldErrors } from '../model/field-errors.ts';

/** What every step gets: the setup as it stands, how to change it, and what the server refused. */
export type StepProps = {
  readonly draft: SetupDraft;
  readonly change: (changes: Partial<SetupDraft>) => void;
  readonly errors: FieldErrors;
};

import { TextField } from '#shared/ui/field.tsx';
import { errorAt } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';

/** The name of a setup. */
export const NameField = ({ draft, change, errors }: StepProps) => (
  <TextField
    label={editorMessages.name}
    error={errorAt(errors, 'name')}
    value={draft.name}
    maxLength={80}
    onChange={(event) => change({ name: event.target.value })}
  />
);

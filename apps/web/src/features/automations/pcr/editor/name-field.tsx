import { TextField } from '#shared/ui/field.tsx';
import { errorAtPath } from '../model/field-errors.ts';
import type { EditorStepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';

/** The name of a setup. */
export const NameField = ({ draft, change, errors }: EditorStepProps) => (
  <TextField
    label={editorMessages.name}
    error={errorAtPath(errors, 'name')}
    value={draft.name}
    maxLength={80}
    onChange={(event) => change({ name: event.target.value })}
  />
);

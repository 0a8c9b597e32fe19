import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FieldError } from '#shared/ui/field.tsx';
import { Radio } from '#shared/ui/radio.tsx';
import { safetyMessages } from './messages.es.ts';

const words = safetyMessages.declaration;

const ANSWERS = [
  { value: 'adult', label: words.adult },
  { value: 'minor', label: words.minor },
] as const;

type AgeQuestionProps = { readonly input: UseFormRegisterReturn; readonly error: string | undefined };

/** Age declaration with two explicit answers and no default. */
export function AgeQuestion({ input, error }: AgeQuestionProps) {
  const noteId = useId();
  return (
    <fieldset aria-describedby={error && noteId}>
      <legend className="mb-1.5 text-13 font-medium text-fg-2">{words.age}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1.5">
        {ANSWERS.map(({ value, label }) => (
          <label
            key={value}
            className="flex cursor-pointer items-center gap-2.5 text-13 text-fg-2 max-md:min-h-(--h-touch)"
          >
            <Radio value={value} {...input} aria-invalid={Boolean(error)} />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <div id={noteId} className="mt-1.5">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import type { AccountSafety } from '@vigia/contract';
import { COUNTRIES as COUNTRY_CODES } from '@vigia/core/vocabulary';
import { useId, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError } from '#shared/ui/field.tsx';
import { Radio } from '#shared/ui/radio.tsx';
import { Select } from '#shared/ui/select.tsx';
import { toast } from '#shared/ui/toast.ts';
import { onDay } from '../moments.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { COUNTRIES } from './countries.ts';
import { safetyMessages } from './messages.es.ts';
import { declare } from './queries.ts';

const words = safetyMessages.declaration;

const DeclarationInput = z.object({
  age: z.string().pipe(z.enum(['adult', 'minor'], words.ageMissing)),
  country: z.string().pipe(z.enum(COUNTRY_CODES, words.countryMissing)),
});

/** Declaration of age and country. Neither has a default. */
export function DeclarationForm({ safety }: { readonly safety: AccountSafety }) {
  const changed = useAccountChanged();
  const [problem, setProblem] = useState<string | null>(null);
  const { api } = useServices();
  const form = useForm({
    resolver: zodResolver(DeclarationInput),
    defaultValues: { age: declaredAge(safety), country: safety.country ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const inputs = { age: form.register('age'), country: form.register('country') };
  const submit = form.handleSubmit(async ({ age, country }) => {
    setProblem(null);
    try {
      await declare(api, { adult: age === 'adult', country });
      await changed(safetyQuery.queryKey);
      toast.success(words.saved);
    } catch (failure) {
      setProblem(problemOf(failure));
    }
  });
  return (
    <form className="grid gap-3 border-t border-line px-4 py-4" onSubmit={submit} noValidate>
      <div>
        <h3 className="text-14 font-medium">{words.title}</h3>
        <small className="block text-12 text-fg-3">
          {safety.declared_at ? `${words.text} ${words.madeOn(onDay(safety.declared_at))}` : words.text}
        </small>
      </div>
      <AgeQuestion input={inputs.age} error={errors.age?.message} />
      <div className="grid gap-3 md:grid-cols-[minmax(0,280px)]">
        <Field label={words.country} error={errors.country?.message}>
          {(control) => (
            <Select {...inputs.country} {...control} autoComplete="country">
              <option value="">{words.choose}</option>
              {COUNTRIES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" loading={isSubmitting} className="justify-self-start max-md:w-full">
        {words.submit}
      </Button>
    </form>
  );
}

function declaredAge({ adult }: AccountSafety): string {
  if (adult === null) return '';
  return adult ? 'adult' : 'minor';
}

const ANSWERS = [
  { value: 'adult', label: words.adult },
  { value: 'minor', label: words.minor },
] as const;

type AgeQuestionProps = { readonly input: UseFormRegisterReturn; readonly error: string | undefined };

/** Age declaration with two explicit answers and no default. */
function AgeQuestion({ input, error }: AgeQuestionProps) {
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

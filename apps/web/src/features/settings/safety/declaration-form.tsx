import { type AccountSafety, Declaration } from '@vigia/contract';
import { COUNTRIES as COUNTRY_CODES } from '@vigia/core/vocabulary';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { countryName } from '#shared/lib/country-name.ts';
import { dayAndTime } from '#shared/lib/day-words.ts';
import { displayZone } from '#shared/lib/display-zone.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError } from '#shared/ui/field.tsx';
import { Radio } from '#shared/ui/radio.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { formatMomentDay } from '../moments.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { COUNTRIES } from './countries.ts';
import { safetyMessages } from './messages.es.ts';
import { sendDeclaration } from './queries.ts';

const words = safetyMessages.declaration;

const DeclarationInput = z.object({
  age: z.string().pipe(z.enum(['adult', 'minor'], words.ageMissing)),
  country: z.string().pipe(z.enum(COUNTRY_CODES, words.countryMissing)),
});

/** Renders the form for the declaration of age and country. Neither field has a default. */
export function DeclarationForm({ safety }: { readonly safety: AccountSafety }) {
  const changed = useAccountChanged();
  const { api } = useServices();
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: DeclarationInput,
    start: { age: declaredAge(safety), country: safety.country ?? '' },
    submit: async ({ age, country }) => {
      const { waiting } = await sendDeclaration(api, { adult: age === 'adult', country });
      await changed(safetyQuery().queryKey);
      toast.success(waiting === null ? words.saved : words.waits);
    },
  });
  const { error: ageError, ...age } = field('age');
  const { error: countryError, ...country } = field('country');
  return (
    <form className="grid gap-3 border-t border-line px-4 py-4" onSubmit={send} noValidate>
      <div>
        <h3 className="text-14 font-medium">{words.title}</h3>
        <small className="block text-12 text-fg-3">
          {safety.declared_at ? `${words.text} ${words.madeOn(formatMomentDay(safety.declared_at))}` : words.text}
        </small>
      </div>
      {safety.waiting && <WaitingDeclaration safety={safety} waiting={safety.waiting} />}
      <AgeQuestion input={age} error={ageError} />
      <div className="grid gap-3 md:grid-cols-[minmax(0,280px)]">
        <Field label={words.country} error={countryError}>
          {(control) => (
            <Select {...country} {...control} autoComplete="country">
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
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <Button type="submit" loading={isSubmitting} className="justify-self-start max-md:w-full">
        {words.submit}
      </Button>
    </form>
  );
}

type WaitingProps = { readonly safety: AccountSafety; readonly waiting: NonNullable<AccountSafety['waiting']> };

/** Shows a declaration that would allow real money but does not apply yet. The user can withdraw it. */
function WaitingDeclaration({ safety: { adult, country }, waiting }: WaitingProps) {
  const changed = useAccountChanged();
  const { api, stream } = useServices();
  const cancel = useAction(async () => {
    await sendDeclaration(api, Declaration.parse({ adult, country }));
    await changed(safetyQuery().queryKey);
    toast.success(words.cancelled);
  });
  const when = dayAndTime(waiting.from, stream.serverNow(), displayZone());
  return (
    <div className="text-13 text-warn">
      {words.waiting(when, countryName(waiting.country), waiting.adult)}{' '}
      <TextButton onClick={() => cancel.run()} disabled={cancel.isRunning}>
        {words.cancel}
      </TextButton>
      {cancel.failure !== null && <FieldError>{problemOf(cancel.failure)}</FieldError>}
    </div>
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

/** Renders the question about the legal age. It has two answers, and neither is preselected. */
function AgeQuestion({ input, error }: AgeQuestionProps) {
  const noteId = useId();
  return (
    <fieldset aria-describedby={error && noteId}>
      <legend className="mb-1.5 text-13 font-medium text-fg-2">{words.age}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1.5">
        {ANSWERS.map(({ value, label }) => (
          <label
            key={value}
            className="flex cursor-pointer items-center gap-2.5 text-13 text-fg-2 touch:min-h-(--h-touch)"
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

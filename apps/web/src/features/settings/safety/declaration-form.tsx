import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { AccountSafety } from '@vigia/contract';
import { COUNTRIES as COUNTRY_CODES } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Field, FieldError } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { onDay } from '../moments.ts';
import { problemOf } from '../problem.ts';
import { COUNTRIES } from './countries.ts';
import { safetyMessages } from './messages.es.ts';
import { declare, safetyQuery } from './queries.ts';

const words = safetyMessages.declaration;

const DeclarationInput = z.object({
  adult: z.boolean(),
  country: z.string().pipe(z.enum(COUNTRY_CODES, words.countryMissing)),
});

/** Age and country, as the person declares them. A box left empty is a declaration too: that he is not of age. */
export function DeclarationForm({ safety }: { readonly safety: AccountSafety }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(DeclarationInput),
    defaultValues: { adult: safety.adult ?? false, country: safety.country ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const inputs = { country: form.register('country'), adult: form.register('adult') };
  const submit = form.handleSubmit(async (declaration) => {
    setProblem(null);
    try {
      await declare(declaration);
      await queries.invalidateQueries({ queryKey: safetyQuery.queryKey });
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
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,280px)_auto] md:justify-between">
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
        <Button type="submit" loading={isSubmitting} className="max-md:order-last">
          {words.submit}
        </Button>
        <div className="md:col-span-2">
          <Checkbox {...inputs.adult}>{words.adult}</Checkbox>
        </div>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';

type FormOptions<Typed extends FieldValues, Checked> = {
  readonly schema: ZodType<Checked, Typed>;
  readonly start: NoInfer<DefaultValues<Typed>>;
};

/** Returns a form with schema validation. `field` returns the props of an input: its registration and its error. */
export function useCheckedForm<Typed extends FieldValues, Checked>({ schema, start }: FormOptions<Typed, Checked>) {
  const form = useForm<Typed, unknown, Checked>({ resolver: zodResolver(schema), defaultValues: start });
  const field = (name: Path<Typed>) => ({
    ...form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { form, field };
}

type SubmitOptions<Typed extends FieldValues, Checked> = FormOptions<Typed, Checked> & {
  /** Sends the validated values. If the promise rejects, the error becomes `failure`, unless `showAtField` shows it. */
  readonly submit: (checked: Checked) => Promise<unknown>;
  /**
   * Shows an error at the form field that caused it.
   * @returns false if no field caused the error
   */
  readonly showAtField?: (failure: unknown, setError: UseFormReturn<Typed>['setError']) => boolean;
};

/**
 * Returns a form that sends its values to the server. `failure` is the error of the last attempt; the next attempt
 * resets it to null.
 */
export function useSubmitForm<Typed extends FieldValues, Checked>(options: SubmitOptions<Typed, Checked>) {
  const { submit, showAtField } = options;
  const { form, field } = useCheckedForm(options);
  const [failure, setFailure] = useState<unknown>(null);
  const send = form.handleSubmit(async (checked) => {
    setFailure(null);
    try {
      await submit(checked);
    } catch (caught) {
      if (!showAtField?.(caught, form.setError)) setFailure(caught);
    }
  });
  return { form, field, send, failure, isSubmitting: form.formState.isSubmitting };
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Problem } from '#shared/auth/problem.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Field, Input } from '#shared/ui/field.tsx';
import { authPageMessages } from './messages.es.ts';
import { EmailInput } from './schemas.ts';

const { fields } = authPageMessages;

type EmailFormProps = {
  readonly email?: string;
  readonly submitLabel: string;
  /** @throws AuthFailure */
  readonly submit: (email: string) => Promise<void>;
};

/** A form with only an e-mail address. */
export function EmailForm({ email = '', submitLabel, submit }: EmailFormProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(EmailInput), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;
  const input = form.register('email');
  const send = form.handleSubmit(async (typed) => {
    setFailure(null);
    await submit(typed.email).catch(setFailure);
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <Field label={fields.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...input}
            {...control}
            type="email"
            autoComplete="username"
            placeholder={fields.emailExample}
            autoFocus
          />
        )}
      </Field>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}

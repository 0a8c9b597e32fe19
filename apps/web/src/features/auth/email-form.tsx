import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Problem } from '#shared/auth/problem.tsx';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
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
  const send = form.handleSubmit(async (typed) => {
    setFailure(null);
    await submit(typed.email).catch(setFailure);
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField
        {...form.register('email')}
        label={fields.email}
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        placeholder={fields.emailExample}
        autoFocus
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}

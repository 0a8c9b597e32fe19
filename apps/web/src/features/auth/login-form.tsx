import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { problemText } from '#shared/auth/auth-failure.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError, Input } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import { LoginInput } from './schemas.ts';

const { fields, login: words } = authPageMessages;

export function LoginForm() {
  const { signIn } = useAuth();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(LoginInput), defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  // Asked for in the order of the screen, which a Field would delay: the first wrong one gets the focus.
  const inputs = { email: form.register('email'), password: form.register('password') };
  const submit = form.handleSubmit(async (input) => {
    setProblem(null);
    try {
      await signIn(input);
      await navigate({ to: PATHS.dashboard });
    } catch (failure) {
      setProblem(problemText(failure));
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field label={fields.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...inputs.email}
            {...control}
            type="email"
            autoComplete="username"
            placeholder={fields.emailExample}
            autoFocus
          />
        )}
      </Field>
      <PasswordField
        {...inputs.password}
        label={fields.password}
        error={errors.password?.message}
        autoComplete="current-password"
        aside={
          <Link to={PATHS.forgotPassword} className="text-12 text-accent hover:underline">
            {words.forgot}
          </Link>
        }
      />
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

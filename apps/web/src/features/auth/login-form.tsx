import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { useGoOn } from '#shared/auth/use-go-on.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import { LoginInput } from './schemas.ts';

const { fields, login: words } = authPageMessages;

/** `onUnconfirmed` receives the address that is not confirmed yet. */
export function LoginForm({ onUnconfirmed }: { readonly onUnconfirmed: (email: string) => void }) {
  const { signIn } = useAuth();
  const goOn = useGoOn();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(LoginInput), defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    setFailure(null);
    try {
      // If a second factor is missing, the surrounding frame shows its step.
      if ((await signIn(input)) === 'in') goOn();
    } catch (caught) {
      if (caught instanceof AuthFailure && caught.code === 'email_not_confirmed') onUnconfirmed(input.email);
      else {
        setFailure(caught);
        form.setFocus('password');
      }
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextField
        {...form.register('email')}
        label={fields.email}
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        placeholder={fields.emailExample}
        autoFocus
      />
      <PasswordField
        {...form.register('password')}
        label={fields.password}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
      {/* After the button in tab order: the keyboard goes from the password straight to the button. */}
      <Link to={PATHS.forgotPassword} className="justify-self-center text-13 text-accent hover:underline">
        {words.forgot}
      </Link>
    </form>
  );
}

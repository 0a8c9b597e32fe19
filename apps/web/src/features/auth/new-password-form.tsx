import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { authPageMessages } from './messages.es.ts';
import { NewPasswordInput } from './schemas.ts';

const words = authPageMessages.reset;

export function NewPasswordForm() {
  const { user, backend, isPasswordDue, settlePassword } = useAuth();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(NewPasswordInput), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const submit = form.handleSubmit(async (changes) => {
    setFailure(null);
    try {
      await (await backend()).changeUser(changes);
      settlePassword();
      await navigate({ to: PATHS.dashboard });
      toast.success(words.done, { description: words.doneText });
    } catch (caught) {
      if (!tellAtField(caught, ['password'], form.setError)) setFailure(caught);
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        {...form.register('password')}
        label={words.password}
        hint={words.note}
        error={errors.password?.message}
        autoComplete="new-password"
        strengthOf={password}
        autoFocus
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
      {isPasswordDue && (
        <Link
          to={PATHS.dashboard}
          onClick={settlePassword}
          className="justify-self-center text-13 text-accent hover:underline"
        >
          {words.notNow}
        </Link>
      )}
    </form>
  );
}

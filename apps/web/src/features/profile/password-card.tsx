import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { PasswordInput } from './schemas.ts';

const words = profileMessages.password;

export function PasswordCard() {
  const { user, backend } = useAuth();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(PasswordInput), defaultValues: { currentPassword: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const submit = form.handleSubmit(async (changes) => {
    setFailure(null);
    try {
      await (await backend()).changeUser(changes);
      form.reset();
      toast.success(words.done, { description: words.doneText });
    } catch (caught) {
      if (!tellAtField(caught, ['currentPassword', 'password'], form.setError)) setFailure(caught);
    }
  });
  return (
    <Card>
      <CardHeader title={words.title} />
      <form className="grid gap-4 p-4" onSubmit={submit} noValidate>
        {/* Password managers store the new password under this name. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          {...form.register('currentPassword')}
          label={words.current}
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          aside={
            <Link to={PATHS.forgotPassword} className="text-12 text-accent hover:underline">
              {words.forgot}
            </Link>
          }
        />
        <PasswordField
          {...form.register('password')}
          label={words.next}
          hint={words.note}
          error={errors.password?.message}
          autoComplete="new-password"
          strengthOf={password}
        />
        <Problem failure={failure} />
        <Button type="submit" loading={isSubmitting}>
          {words.submit}
        </Button>
      </form>
    </Card>
  );
}

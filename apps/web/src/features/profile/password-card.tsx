import { Link } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { PasswordInput } from './schemas.ts';

const words = profileMessages.password;

export function PasswordCard() {
  const { user, backend } = useAuth();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: PasswordInput,
    start: { currentPassword: '', password: '' },
    submit: async (changes) => {
      await (await backend()).changeUser(changes);
      form.reset();
      toast.success(words.done, { description: words.doneText });
    },
    showAtField: (caught, setError) => showAtField(caught, ['currentPassword', 'password'], setError),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <Card>
      <CardHeader title={words.title} />
      <form className="grid gap-4 p-4" onSubmit={send} noValidate>
        {/* Password managers store the new password under this user name. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          {...field('currentPassword')}
          label={words.current}
          autoComplete="current-password"
          aside={
            <span>
              <Link to={PATHS.forgotPassword} className="text-12 text-accent hover:underline touch:py-3">
                {words.forgot}
              </Link>
            </span>
          }
        />
        <PasswordField
          {...field('password')}
          label={words.next}
          hint={words.note}
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

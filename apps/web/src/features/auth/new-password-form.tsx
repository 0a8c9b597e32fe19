import { Link, useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { authPageMessages } from './messages.es.ts';
import { NewPasswordInput } from './schemas.ts';

const words = authPageMessages.reset;

export function NewPasswordForm() {
  const { user, backend, isPasswordDue, settlePassword } = useAuth();
  const navigate = useNavigate();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: NewPasswordInput,
    start: { password: '' },
    submit: async (changes) => {
      await (await backend()).changeUser(changes);
      settlePassword();
      await navigate({ to: PATHS.dashboard });
      toast.success(words.done, { description: words.doneText });
    },
    showAtField: (caught, setError) => showAtField(caught, ['password'], setError),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      {/* Password managers store the new password under this user name. */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        {...field('password')}
        label={words.password}
        hint={words.note}
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
          className="justify-self-center text-13 text-accent hover:underline touch-target"
        >
          {words.notNow}
        </Link>
      )}
    </form>
  );
}

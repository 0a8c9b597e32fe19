import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { lastLinkAddress } from '#shared/auth/mailed-address.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { useReturnToPage } from '#shared/auth/use-return-to-page.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import { LoginInput } from './schemas.ts';

const { fields, login: words } = authPageMessages;

/** Renders the sign-in form. `onUnconfirmed` receives an address that is not confirmed yet. */
export function LoginForm({ onUnconfirmed }: { readonly onUnconfirmed: (email: string) => void }) {
  const { signIn } = useAuth();
  const goOn = useReturnToPage();
  const [address] = useState(lastLinkAddress);
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: LoginInput,
    start: { email: address, password: '' },
    submit: async (input) => {
      try {
        // If the second factor is still required, the parent component shows that step.
        if ((await signIn(input)) === 'in') goOn();
      } catch (caught) {
        if (caught instanceof AuthFailure && caught.code === 'email_not_confirmed') return onUnconfirmed(input.email);
        form.setFocus('password');
        throw caught;
      }
    },
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField
        {...field('email')}
        label={fields.email}
        type="email"
        autoComplete="username"
        placeholder={fields.emailExample}
        autoFocus={address === ''}
      />
      <PasswordField
        {...field('password')}
        label={fields.password}
        autoComplete="current-password"
        autoFocus={address !== ''}
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
      {/* The link follows the button in tab order, so that Tab goes from the password directly to the button. */}
      <Link to={PATHS.forgotPassword} className="justify-self-center text-13 text-accent hover:underline touch-target">
        {words.forgot}
      </Link>
    </form>
  );
}

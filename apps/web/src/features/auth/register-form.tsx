import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckboxField } from '#shared/ui/checkbox.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterInput } from './schemas.ts';

const { fields, register: words } = authPageMessages;

export const EMPTY_SIGN_UP: RegisterInput = {
  email: '',
  password: '',
  username: '',
  first_name: '',
  last_name: '',
  phone: '',
  adult: false,
};

type RegisterFormProps = {
  /** The values that the user typed before, if they return from the mail notice to correct the address. */
  readonly draft: RegisterInput;
  /** Called with the values after a confirmation mail was sent. */
  readonly onMailSent: (draft: RegisterInput) => void;
};

export function RegisterForm({ draft, onMailSent }: RegisterFormProps) {
  const { signUp } = useAuth();
  const navigate = useNavigate();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: RegisterInput,
    start: draft,
    submit: async (input) => {
      const { adult: _adult, ...details } = input;
      if ((await signUp(details)) === 'confirm') onMailSent(input);
      else await navigate({ to: PATHS.dashboard });
    },
    showAtField: (caught, setError) => showAtField(caught, ['email', 'password'], setError),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField
        {...field('email')}
        label={fields.email}
        type="email"
        autoComplete="email"
        placeholder={fields.emailExample}
        autoFocus
      />
      <PasswordField {...field('password')} label={fields.password} autoComplete="new-password" strengthOf={password} />
      <TextField {...field('username')} label={fields.username} autoComplete="nickname" />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField {...field('first_name')} label={fields.firstName} autoComplete="given-name" />
        <TextField {...field('last_name')} label={fields.lastName} autoComplete="family-name" />
      </div>
      <TextField {...field('phone')} label={fields.phone} type="tel" autoComplete="tel" />
      <CheckboxField {...field('adult')}>{fields.adult}</CheckboxField>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
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
  /** Values typed before, when the user returns to correct the address. */
  readonly draft: RegisterInput;
  /** Called after a confirmation was sent to this address. */
  readonly onMailSent: (draft: RegisterInput) => void;
};

export function RegisterForm({ draft, onMailSent }: RegisterFormProps) {
  const { signUp } = useAuth();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(RegisterInput), defaultValues: draft });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(async (input) => {
    const { adult: _adult, ...details } = input;
    setFailure(null);
    try {
      if ((await signUp(details)) === 'confirm') onMailSent(input);
      else await navigate({ to: PATHS.dashboard });
    } catch (caught) {
      if (!tellAtField(caught, ['email', 'password'], form.setError)) setFailure(caught);
    }
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextField
        {...form.register('email')}
        label={fields.email}
        error={errors.email?.message}
        type="email"
        autoComplete="email"
        placeholder={fields.emailExample}
        autoFocus
      />
      <PasswordField
        {...form.register('password')}
        label={fields.password}
        error={errors.password?.message}
        autoComplete="new-password"
        strengthOf={password}
      />
      <TextField
        {...form.register('username')}
        label={fields.username}
        error={errors.username?.message}
        autoComplete="nickname"
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          {...form.register('first_name')}
          label={fields.firstName}
          error={errors.first_name?.message}
          autoComplete="given-name"
        />
        <TextField
          {...form.register('last_name')}
          label={fields.lastName}
          error={errors.last_name?.message}
          autoComplete="family-name"
        />
      </div>
      <TextField
        {...form.register('phone')}
        label={fields.phone}
        error={errors.phone?.message}
        type="tel"
        autoComplete="tel"
      />
      <CheckboxField {...form.register('adult')} error={errors.adult?.message}>
        {fields.adult}
      </CheckboxField>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Field, FieldError, Input } from '#shared/ui/field.tsx';
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
  const noteId = useId();
  // Registered in screen order, which a Field would delay: the first invalid one gets the focus.
  const inputs = {
    email: form.register('email'),
    password: form.register('password'),
    username: form.register('username'),
    first_name: form.register('first_name'),
    last_name: form.register('last_name'),
    phone: form.register('phone'),
    adult: form.register('adult'),
  };

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
      <Field label={fields.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...inputs.email}
            {...control}
            type="email"
            autoComplete="email"
            placeholder={fields.emailExample}
            autoFocus
          />
        )}
      </Field>
      <PasswordField
        {...inputs.password}
        label={fields.password}
        error={errors.password?.message}
        autoComplete="new-password"
        strengthOf={password}
      />
      <Field label={fields.username} error={errors.username?.message}>
        {(control) => <Input {...inputs.username} {...control} autoComplete="nickname" />}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={fields.firstName} error={errors.first_name?.message}>
          {(control) => <Input {...inputs.first_name} {...control} autoComplete="given-name" />}
        </Field>
        <Field label={fields.lastName} error={errors.last_name?.message}>
          {(control) => <Input {...inputs.last_name} {...control} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={fields.phone} error={errors.phone?.message}>
        {(control) => <Input {...inputs.phone} {...control} type="tel" autoComplete="tel" />}
      </Field>
      <div className="grid gap-1.5">
        <Checkbox {...inputs.adult} aria-invalid={Boolean(errors.adult)} aria-describedby={errors.adult && noteId}>
          {fields.adult}
        </Checkbox>
        {errors.adult?.message && (
          <div id={noteId}>
            <FieldError>{errors.adult.message}</FieldError>
          </div>
        )}
      </div>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

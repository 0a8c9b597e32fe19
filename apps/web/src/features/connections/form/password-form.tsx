import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type Purpose } from './credentials-form.tsx';
import { PasswordInput } from './schemas.ts';

const words = connectionsMessages.form;

/** Login of the broker's own site. Autofill is off, because it would offer the login of this app. */
export function PasswordForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const form = useForm({ resolver: zodResolver(PasswordInput), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const submit = (purpose: Purpose) => form.handleSubmit((typed) => onSend(purpose, typed));
  const email = form.register('email');
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <TextField
        {...email}
        label={words.email}
        error={errors.email?.message}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        {...form.register('password')}
        label={words.password}
        hint={words.passwordHint(broker.words.site)}
        error={errors.password?.message}
        autoComplete="off"
      />
    </CredentialsFrame>
  );
}

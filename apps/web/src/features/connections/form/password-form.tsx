import { useCheckedForm } from '#shared/lib/use-submit-form.ts';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type SubmitPurpose } from './credentials-form.tsx';
import { PasswordInput } from './schemas.ts';

const words = connectionsMessages.form;

/**
 * Renders the form for the login at the broker's site. Autofill is off, because the browser would fill in the login of
 * this app.
 */
export function PasswordForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const { form, field } = useCheckedForm({ schema: PasswordInput, start: { email: '', password: '' } });
  const submit = (purpose: SubmitPurpose) => form.handleSubmit((typed) => onSend(purpose, typed));
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <TextField
        {...field('email')}
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        {...field('password')}
        label={words.password}
        hint={words.passwordHint(broker.words.site)}
        autoComplete="off"
      />
    </CredentialsFrame>
  );
}

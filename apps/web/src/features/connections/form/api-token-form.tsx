import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type Purpose } from './credentials-form.tsx';
import { ApiTokenInput } from './schemas.ts';
import { Steps } from './steps.tsx';

const words = connectionsMessages.form;

/** An API token with the app id it belongs to. */
export function ApiTokenForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const form = useForm({ resolver: zodResolver(ApiTokenInput), defaultValues: { api_token: '', app_id: '' } });
  const { errors } = form.formState;
  const submit = (purpose: Purpose) => form.handleSubmit((typed) => onSend(purpose, typed));
  const token = form.register('api_token');
  const appId = form.register('app_id');
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <Steps steps={broker.words.steps} />
      <PasswordField
        {...token}
        label={words.token}
        hint={words.tokenHint}
        error={errors.api_token?.message}
        autoComplete="off"
        autoFocus
      />
      <TextField
        {...appId}
        label={words.appId}
        hint={words.appIdHint}
        error={errors.app_id?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </CredentialsFrame>
  );
}

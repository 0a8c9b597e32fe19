import { useCheckedForm } from '#shared/lib/use-submit-form.ts';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type SubmitPurpose } from './credentials-form.tsx';
import { ApiTokenInput } from './schemas.ts';
import { Steps } from './steps.tsx';

const words = connectionsMessages.form;

/** Renders the form for an API token and the app id of the token. */
export function ApiTokenForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const { form, field } = useCheckedForm({ schema: ApiTokenInput, start: { api_token: '', app_id: '' } });
  const submit = (purpose: SubmitPurpose) => form.handleSubmit((typed) => onSend(purpose, typed));
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <Steps steps={broker.words.steps} />
      <PasswordField {...field('api_token')} label={words.token} hint={words.tokenHint} autoComplete="off" autoFocus />
      <TextField
        {...field('app_id')}
        label={words.appId}
        hint={words.appIdHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </CredentialsFrame>
  );
}

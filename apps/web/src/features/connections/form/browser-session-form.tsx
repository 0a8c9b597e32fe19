import { zodResolver } from '@hookform/resolvers/zod';
import type { BrokerId } from '@vigia/core/vocabulary';
import { useForm } from 'react-hook-form';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type Purpose } from './credentials-form.tsx';
import { BrowserSessionInput } from './schemas.ts';
import { Steps } from './steps.tsx';

const words = connectionsMessages.form;

/** Required only if the session does not work without cookies. */
const NEEDS_COOKIES: ReadonlySet<BrokerId> = new Set(['quotex']);

/** The user's own browser session at the broker's site, copied by hand. */
export function BrowserSessionForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const form = useForm({
    resolver: zodResolver(BrowserSessionInput),
    // The default is this browser, because the session was most likely copied from it.
    defaultValues: { session_token: '', cookies: '', user_agent: navigator.userAgent },
  });
  const { errors } = form.formState;
  const submit = (purpose: Purpose) =>
    form.handleSubmit(({ session_token, cookies, user_agent }) =>
      onSend(purpose, { session_token, ...(cookies && { cookies }), ...(user_agent && { user_agent }) }),
    );
  const needsCookies = NEEDS_COOKIES.has(broker.id);
  const token = form.register('session_token');
  const userAgent = form.register('user_agent');
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <Steps steps={broker.words.steps} />
      <PasswordField
        {...token}
        label={needsCookies ? words.sessionToken : words.accessToken}
        error={errors.session_token?.message}
        autoComplete="off"
        autoFocus
      />
      {needsCookies && (
        <PasswordField
          {...form.register('cookies')}
          label={words.cookies}
          error={errors.cookies?.message}
          autoComplete="off"
        />
      )}
      <TextField
        {...userAgent}
        label={words.userAgent}
        hint={words.userAgentHint}
        error={errors.user_agent?.message}
        autoComplete="off"
        spellCheck={false}
      />
    </CredentialsFrame>
  );
}

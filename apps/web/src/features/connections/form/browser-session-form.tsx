import type { BrokerId } from '@vigia/core/vocabulary';
import { useCheckedForm } from '#shared/lib/use-submit-form.ts';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type Purpose } from './credentials-form.tsx';
import { BrowserSessionInput } from './schemas.ts';
import { Steps } from './steps.tsx';

const words = connectionsMessages.form;

/** Brokers that require cookies, because their session does not work without them. */
const NEEDS_COOKIES: ReadonlySet<BrokerId> = new Set(['quotex']);

/** The form for the session of the user's own browser at the broker's site, copied by hand. */
export function BrowserSessionForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const { form, field } = useCheckedForm({
    schema: BrowserSessionInput,
    // The default is this browser, because the session was most likely copied from it.
    start: { session_token: '', cookies: '', user_agent: navigator.userAgent },
  });
  const submit = (purpose: Purpose) =>
    form.handleSubmit(({ session_token, cookies, user_agent }) =>
      onSend(purpose, { session_token, ...(cookies && { cookies }), ...(user_agent && { user_agent }) }),
    );
  const needsCookies = NEEDS_COOKIES.has(broker.id);
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <Steps steps={broker.words.steps} />
      <PasswordField
        {...field('session_token')}
        label={needsCookies ? words.sessionToken : words.accessToken}
        autoComplete="off"
        autoFocus
      />
      {needsCookies && <PasswordField {...field('cookies')} label={words.cookies} autoComplete="off" />}
      <TextField
        {...field('user_agent')}
        label={words.userAgent}
        hint={words.userAgentHint}
        autoComplete="off"
        spellCheck={false}
      />
    </CredentialsFrame>
  );
}

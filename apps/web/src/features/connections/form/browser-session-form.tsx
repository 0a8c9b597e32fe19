import type { BrokerId } from '@vigia/core/vocabulary';
import { useCheckedForm } from '#shared/lib/use-submit-form.ts';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { connectionsMessages } from '../messages.es.ts';
import { type CredentialsFormProps, CredentialsFrame, type SubmitPurpose } from './credentials-form.tsx';
import { BrowserSessionInput } from './schemas.ts';
import { Steps } from './steps.tsx';

const words = connectionsMessages.form;

/** The fields for a copied session: the label of its token, and whether it also has cookies and a User-Agent. */
type Copied = { readonly label: string; readonly hasCookies: boolean; readonly hasUserAgent: boolean };
const ACCESS_TOKEN: Copied = { label: words.accessToken, hasCookies: false, hasUserAgent: true };
const COPIED: Partial<Readonly<Record<BrokerId, Copied>>> = {
  quotex: { label: words.sessionToken, hasCookies: true, hasUserAgent: true },
  iqoption: { label: words.ssid, hasCookies: false, hasUserAgent: false },
};

/**
 * Renders the form for a broker session. The user copies the session from a browser that is signed in at the broker's
 * site.
 */
export function BrowserSessionForm({ broker, onSend, ...rest }: CredentialsFormProps) {
  const { label, hasCookies, hasUserAgent } = COPIED[broker.id] ?? ACCESS_TOKEN;
  const { form, field } = useCheckedForm({
    schema: BrowserSessionInput,
    // The default User-Agent is that of this browser, because the user most likely copies the session from it.
    start: { session_token: '', cookies: '', user_agent: hasUserAgent ? navigator.userAgent : '' },
  });
  const submit = (purpose: SubmitPurpose) =>
    form.handleSubmit(({ session_token, cookies, user_agent }) =>
      onSend(purpose, { session_token, ...(cookies && { cookies }), ...(user_agent && { user_agent }) }),
    );
  return (
    <CredentialsFrame {...rest} onSubmit={submit}>
      <Steps steps={broker.words.steps} />
      <PasswordField {...field('session_token')} label={label} autoComplete="off" autoFocus />
      {hasCookies && <PasswordField {...field('cookies')} label={words.cookies} autoComplete="off" />}
      {hasUserAgent && (
        <TextField
          {...field('user_agent')}
          label={words.userAgent}
          hint={words.userAgentHint}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </CredentialsFrame>
  );
}

import { useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { CheckboxField } from '#shared/ui/checkbox.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { UpgradeInput } from './schemas.ts';
import { usePendingAddress } from './use-pending-address.ts';

const words = profileMessages.upgrade;

/**
 * Renders the card that turns an anonymous demo user into a registered user. The user adds an email address and a
 * password. The user id and the data stay the same.
 */
export function UpgradeCard() {
  const { backend } = useAuth();
  const { pending, isFresh, onAsk, onAsked, putAside } = usePendingAddress();
  return (
    <Card>
      <CardHeader title={words.title} />
      <div className="p-4">
        {pending !== null ? (
          <MailSent
            kind="email_change"
            email={pending}
            text={words.sent(pending)}
            // A demo user has no confirmed address, so the mail goes to the address that the user requested.
            resend={async () => (await backend()).resend('email_change', pending)}
            justSent={false}
            focusCode={isFresh}
            onVerified={() => toast.success(words.done, { description: words.doneText })}
          >
            <Button size="sm" onClick={putAside}>
              {words.otherEmail}
            </Button>
          </MailSent>
        ) : (
          <UpgradeForm onAsk={onAsk} onAsked={onAsked} />
        )}
      </div>
    </Card>
  );
}

type UpgradeFormProps = { readonly onAsk: () => void; readonly onAsked: () => void };

function UpgradeForm({ onAsk, onAsked }: UpgradeFormProps) {
  const { backend } = useAuth();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: UpgradeInput,
    start: { email: '', password: '', adult: false },
    submit: async ({ adult: _adult, ...changes }) => {
      // onAsk is called before the request, because the code field may appear as soon as the response arrives.
      onAsk();
      await (await backend()).changeUser(changes);
      onAsked();
    },
    showAtField: (caught, setError) => showAtField(caught, ['email', 'password'], setError),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <p className="text-fg-2">{words.text}</p>
      <TextField
        {...field('email')}
        label={words.email}
        type="email"
        autoComplete="email"
        placeholder={words.emailExample}
      />
      <PasswordField {...field('password')} label={words.password} autoComplete="new-password" strengthOf={password} />
      <CheckboxField {...field('adult')}>{words.adult}</CheckboxField>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

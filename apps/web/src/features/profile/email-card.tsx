import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { showAtField } from '#shared/auth/refused-field.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { emailInput } from './schemas.ts';
import { usePendingAddress } from './use-pending-address.ts';

const words = profileMessages.email;

/**
 * Renders the card with the email address for the sign-in. A new address applies only after the user confirms it by
 * mail.
 */
export function EmailCard() {
  const { user, backend } = useAuth();
  const email = user?.email ?? '';
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
            resend={async () => (await backend()).resend('email_change', email)}
            justSent={false}
            focusCode={isFresh}
            onVerified={() => toast.success(words.done)}
          >
            <Button size="sm" onClick={putAside}>
              {words.cancel}
            </Button>
          </MailSent>
        ) : (
          <EmailForm email={email} onAsk={onAsk} onAsked={onAsked} />
        )}
      </div>
    </Card>
  );
}

type EmailFormProps = { readonly email: string; readonly onAsk: () => void; readonly onAsked: () => void };

function EmailForm({ email, onAsk, onAsked }: EmailFormProps) {
  const { backend } = useAuth();
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: emailInput(email),
    start: { email: '', currentPassword: '' },
    submit: async (changes) => {
      // onAsk is called before the request, because the code field may appear as soon as the response arrives.
      onAsk();
      await (await backend()).changeUser(changes);
      onAsked();
    },
    showAtField: (caught, setError) => showAtField(caught, ['email', 'currentPassword'], setError),
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <p className="wrap-anywhere text-fg-2">{words.now(email)}</p>
      <TextField {...field('email')} label={words.next} hint={words.note} type="email" autoComplete="email" />
      <PasswordField {...field('currentPassword')} label={words.password} autoComplete="current-password" />
      <Problem failure={failure} />
      <Button type="submit" loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { profileMessages } from './messages.es.ts';
import { emailInput } from './schemas.ts';
import { usePendingAddress } from './use-pending-address.ts';

const words = profileMessages.email;

/** The sign-in address. A new one takes effect after its own mail is confirmed. */
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
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(emailInput(email)), defaultValues: { email: '', currentPassword: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (changes) => {
    setFailure(null);
    // Set before the request: its answer may already show the code field.
    onAsk();
    try {
      await (await backend()).changeUser(changes);
      onAsked();
    } catch (caught) {
      if (!tellAtField(caught, ['email', 'currentPassword'], form.setError)) setFailure(caught);
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p className="wrap-anywhere text-fg-2">{words.now(email)}</p>
      <TextField
        {...form.register('email')}
        label={words.next}
        hint={words.note}
        error={errors.email?.message}
        type="email"
        autoComplete="email"
      />
      <PasswordField
        {...form.register('currentPassword')}
        label={words.password}
        error={errors.currentPassword?.message}
        autoComplete="current-password"
      />
      <Problem failure={failure} />
      <Button type="submit" loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

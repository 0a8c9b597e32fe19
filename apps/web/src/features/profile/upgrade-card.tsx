import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { tellAtField } from '#shared/auth/refused-field.ts';
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

/** Turns the demo into an account: same user and data, now with an e-mail address and a password. */
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
            // Without an address of their own, users are identified by the requested one.
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
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({
    resolver: zodResolver(UpgradeInput),
    defaultValues: { email: '', password: '', adult: false },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const submit = form.handleSubmit(async ({ adult: _adult, ...changes }) => {
    setFailure(null);
    // Set before the request: its answer may already show the code field.
    onAsk();
    try {
      await (await backend()).changeUser(changes);
      onAsked();
    } catch (caught) {
      if (!tellAtField(caught, ['email', 'password'], form.setError)) setFailure(caught);
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p className="text-fg-2">{words.text}</p>
      <TextField
        {...form.register('email')}
        label={words.email}
        error={errors.email?.message}
        type="email"
        autoComplete="email"
        placeholder={words.emailExample}
      />
      <PasswordField
        {...form.register('password')}
        label={words.password}
        error={errors.password?.message}
        autoComplete="new-password"
        strengthOf={password}
      />
      <CheckboxField {...form.register('adult')} error={errors.adult?.message}>
        {words.adult}
      </CheckboxField>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { FreshProof, ProofAsked, type ShownProof } from '@vigia/contract';
import { useState } from 'react';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { useAuth } from './auth-context.ts';
import { DigitsForm } from './digits-form.tsx';
import { authMessages } from './messages.es.ts';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

const words = authMessages.proof;

const PATH = '/api/v1/account/proof';
const askedQuery = apiQuery(PATH, ProofAsked);

/** Asks the user to prove their identity. Afterwards the request that requires the proof continues. */
export function ProofDialog() {
  const { proofs } = useServices();
  return (
    <Dialog open onOpenChange={() => proofs.giveUp()} title={words.title} description={words.text}>
      <Question />
    </Dialog>
  );
}

type Show = (shown: ShownProof) => Promise<void>;

function Question() {
  const { api, proofs } = useServices();
  const asked = useQuery({ ...askedQuery, staleTime: 0, gcTime: 0 });
  const show: Show = async (body) => proofs.give(await api.post(PATH, { schema: FreshProof, body }));
  if (asked.isError) {
    return <ErrorState title={words.failed} text={problemOf(asked.error)} onRetry={() => void asked.refetch()} />;
  }
  switch (asked.data?.asks) {
    case 'password':
      return <PasswordForm show={show} />;
    case 'code':
      return <CodeForm show={show} />;
    case 'mailed_digits':
      return <MailedDigitsForm show={show} />;
    case undefined:
      return <Skeleton className="h-24 w-full" />;
  }
}

type FormProps = { readonly show: Show };

const Password = z.object({ password: z.string().min(1, words.passwordMissing) });

function PasswordForm({ show }: FormProps) {
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: Password,
    start: { password: '' },
    submit: show,
    showAtField: (caught, setError) => {
      const isWrong = failureCode(caught) === 'current_password_invalid';
      if (isWrong) setError('password', { message: problemOf(caught) }, { shouldFocus: true });
      return isWrong;
    },
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <PasswordField {...field('password')} label={words.password} autoComplete="current-password" autoFocus />
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <Button type="submit" variant="primary" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

function CodeForm({ show }: FormProps) {
  const [withRecovery, setWithRecovery] = useState(false);
  const submit = (code: string) => show({ code });
  return (
    <div className="grid gap-4">
      {withRecovery ? (
        <RecoveryCodeForm submit={submit} />
      ) : (
        <DigitsForm
          label={words.code}
          hint={words.codeHint}
          submitLabel={words.submit}
          submit={submit}
          autoFocus
          main
        />
      )}
      <Button variant="ghost" size="sm" onClick={() => setWithRecovery(!withRecovery)}>
        {withRecovery ? words.byAppCode : words.byRecoveryCode}
      </Button>
    </div>
  );
}

/**
 * Form for a user without a password. It requests the mail only on a click, because the server limits the number of
 * mails.
 */
function MailedDigitsForm({ show }: FormProps) {
  const { backend } = useAuth();
  const [isMailed, setMailed] = useState(false);
  const mail = useAction(async () => {
    await (await backend()).mailProofDigits();
    setMailed(true);
  });
  if (isMailed) {
    const submit = (digits: string) => show({ mailed_digits: digits });
    return <DigitsForm label={words.mailed} submitLabel={words.submit} submit={submit} autoFocus main />;
  }
  return (
    <div className="grid gap-4">
      {mail.failure !== null && <FieldError>{problemOf(mail.failure)}</FieldError>}
      <Button variant="primary" full loading={mail.isRunning} onClick={() => mail.run()}>
        {words.sendMail}
      </Button>
    </div>
  );
}

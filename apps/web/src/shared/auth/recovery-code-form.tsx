import { z } from 'zod';
import { problemOf } from '#shared/lib/problem.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { authMessages } from './messages.es.ts';

const words = authMessages.proof;

const RecoveryCode = z.object({ code: z.string().trim().min(1, words.recoveryWrong) });

/**
 * Renders a form for a recovery code as an alternative to the second factor.
 * @param submit throws the error that the form shows
 */
export function RecoveryCodeForm({ submit }: { readonly submit: (code: string) => Promise<void> }) {
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: RecoveryCode,
    start: { code: '' },
    submit: ({ code }) => submit(code),
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField
        {...field('code')}
        label={words.recoveryCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <Button type="submit" variant="primary" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

import { Problem } from '#shared/auth/problem.tsx';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { authPageMessages } from './messages.es.ts';
import { EmailInput } from './schemas.ts';

const { fields } = authPageMessages;

type EmailFormProps = {
  readonly email?: string;
  readonly submitLabel: string;
  /**
   * Sends the address to the server.
   * @throws AuthFailure
   */
  readonly submit: (email: string) => Promise<void>;
};

/** Renders a form with an e-mail address only. */
export function EmailForm({ email = '', submitLabel, submit }: EmailFormProps) {
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: EmailInput,
    start: { email },
    submit: (typed) => submit(typed.email),
  });
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField
        {...field('email')}
        label={fields.email}
        type="email"
        autoComplete="username"
        placeholder={fields.emailExample}
        autoFocus
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}

import { MailCheck } from 'lucide-react';
import { EmptyState } from '#shared/ui/states.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterForm } from './register-form.tsx';

const words = authPageMessages.register;

type RegisterPanelProps = {
  /** Where a confirmation went; null while the form is being filled in. */
  readonly mailedTo: string | null;
  readonly onMailSent: (email: string) => void;
};

/** What the frame around {@link RegisterPanel} is called. */
export const registerTitle = (mailedTo: string | null): string =>
  mailedTo === null ? words.title : words.confirmTitle;

/** The sign-up form, then where to look for the mail. */
export function RegisterPanel({ mailedTo, onMailSent }: RegisterPanelProps) {
  return mailedTo === null ? (
    <RegisterForm onMailSent={onMailSent} />
  ) : (
    <EmptyState icon={MailCheck} text={words.confirm(mailedTo)} />
  );
}

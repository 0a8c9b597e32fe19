import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Note } from '#shared/ui/note.tsx';
import type { MailKind } from './auth-backend.ts';
import { useAuth } from './auth-context.ts';
import { DigitsForm } from './digits-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { authMessages } from './messages.es.ts';
import { ResendButton } from './resend-button.tsx';

type MailSentProps = {
  readonly kind: MailKind;
  readonly email: string;
  /** One sentence: the address, and what to do with the mail. */
  readonly text: string;
  /** @throws AuthFailure */
  readonly resend: () => Promise<void>;
  readonly justSent?: boolean;
  /** True if the user has just requested the mail and continues with its code. */
  readonly focusCode?: boolean;
  /** Called after a correct code, when the user is signed in. */
  readonly onVerified: () => void;
  /** Whether the submit button is the main action of the page. */
  readonly main?: boolean;
  /** An alternative: change the address, or cancel. */
  readonly children?: ReactNode;
};

/** Shown after a mail was sent. The user can type its six digits here, also on another device than the link. */
export function MailSent({
  kind,
  email,
  text,
  resend,
  justSent = true,
  focusCode = justSent,
  main = false,
  onVerified,
  children,
}: MailSentProps) {
  const { backend } = useAuth();
  const verify = async (code: string) => {
    await (await backend()).verifyCode(kind, email, code);
    onVerified();
  };
  const words = authMessages.code;
  return (
    <div className="grid gap-4">
      <Note icon={MailCheck}>
        <p role="status" className="break-words">
          {text}
        </p>
      </Note>
      <DigitsForm
        label={words.label}
        hint={words.hint}
        submitLabel={words.submit}
        submit={verify}
        main={main}
        autoFocus={focusCode}
      />
      <div className="flex items-start gap-2 *:flex-1">
        <ResendButton resend={resend} justSent={justSent} />
        {children}
      </div>
      <MailboxLink />
    </div>
  );
}

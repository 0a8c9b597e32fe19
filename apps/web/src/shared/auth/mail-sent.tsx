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
  /** One sentence: what went where, and what to do with it. */
  readonly text: string;
  /** @throws AuthFailure */
  readonly resend: () => Promise<void>;
  readonly justSent?: boolean;
  /** Whoever has just asked for the mail goes on with its code. */
  readonly focusCode?: boolean;
  /** The code was right and somebody is signed in. */
  readonly onVerified: () => void;
  /** The one thing to do on this page. */
  readonly main?: boolean;
  /** Another way: change the address, cancel. */
  readonly children?: ReactNode;
};

/** A mail is on its way: its six digits can be typed here, which works on another device than its link. */
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

import { Inbox, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import type { MailKind } from './auth-backend.ts';
import { useAuth } from './auth-context.ts';
import { problemText, retryAfterS } from './auth-failure.ts';
import { DigitsForm } from './digits-form.tsx';
import { authMessages } from './messages.es.ts';
import { useCountdown } from './use-countdown.ts';

type MailSentProps = {
  readonly kind: MailKind;
  readonly email: string;
  /** Text with the address and the next step. */
  readonly text: string;
  /**
   * Sends the mail again.
   * @throws AuthFailure
   */
  readonly resend: () => Promise<void>;
  readonly justSent?: boolean;
  /** Whether the user has just requested the mail and enters its code next. */
  readonly focusCode?: boolean;
  /** Called after the user has entered a correct code and is signed in. */
  readonly onVerified: () => void;
  /** Whether the submit button is the main action of the page. */
  readonly main?: boolean;
  /** Alternative action, such as a change of the address or a cancel. */
  readonly children?: ReactNode;
};

/**
 * Shows that a mail was sent, with a field for its six digits. The user can type the digits here even if they read the
 * mail on another device.
 */
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

/**
 * Usual minimum interval between two mails to one address, in seconds. If the server sends Retry-After, that value
 * applies instead.
 */
const MAIL_INTERVAL_S = 60;

type ResendButtonProps = {
  /**
   * Sends the mail again.
   * @throws AuthFailure
   */
  readonly resend: () => Promise<void>;
  /** Whether a mail was just sent, so that the user must wait for the next one. */
  readonly justSent?: boolean;
};

/** Renders a button that sends the mail again. It counts down until the next attempt is allowed. */
function ResendButton({ resend, justSent = true }: ResendButtonProps) {
  const { leftS, start } = useCountdown(justSent ? MAIL_INTERVAL_S : 0);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<'sent' | { readonly failure: unknown } | null>(null);
  const press = async () => {
    setBusy(true);
    setResult(null);
    try {
      await resend();
      setResult('sent');
      start(MAIL_INTERVAL_S);
    } catch (failure) {
      const waitS = retryAfterS(failure);
      if (waitS !== null) start(waitS);
      setResult({ failure });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-2">
      <Button size="sm" full loading={busy} disabled={leftS > 0} onClick={press}>
        <span className="tabular-nums">{leftS > 0 ? authMessages.resendIn(leftS) : authMessages.resend}</span>
      </Button>
      {result === 'sent' && (
        <p className="text-12 text-fg-2" role="status">
          {authMessages.resent}
        </p>
      )}
      {result !== null && result !== 'sent' && <FieldError>{problemText(result.failure)}</FieldError>}
    </div>
  );
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Renders a link to the local mailbox if no mail server is configured. Renders nothing otherwise. */
function MailboxLink() {
  const isOpen = useLocalMailbox();
  if (!isOpen) return null;
  return (
    <a
      href="/dev/mailbox"
      target="_blank"
      rel="noopener"
      className="inline-flex items-center justify-center gap-1.5 rounded-control text-13 font-medium text-accent hover:underline touch-target"
    >
      <Inbox size={15} aria-hidden />
      {authMessages.mailbox}
    </a>
  );
}

function useLocalMailbox(): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!LOOPBACK.includes(window.location.hostname)) return;
    const leaving = new AbortController();
    fetch('/dev/mailbox.json', { signal: leaving.signal }).then(
      (answer) => setOpen(answer.ok),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  return isOpen;
}

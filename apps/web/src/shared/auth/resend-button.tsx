import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { problemText, retryAfterS } from './auth-failure.ts';
import { authMessages } from './messages.es.ts';
import { useCountdown } from './use-countdown.ts';

/** The service's usual pace for mails to one address; a Retry-After says it exactly. */
const MAIL_INTERVAL_S = 60;

type ResendButtonProps = {
  /** @throws AuthFailure */
  readonly resend: () => Promise<void>;
  /** A mail has just gone out: the next one has to wait. */
  readonly justSent?: boolean;
};

/** Sends the mail again, and counts down until it may. */
export function ResendButton({ resend, justSent = true }: ResendButtonProps) {
  const { leftS, start } = useCountdown(justSent ? MAIL_INTERVAL_S : 0);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<'sent' | { readonly failure: unknown } | null>(null);
  const press = async () => {
    setBusy(true);
    setTold(null);
    try {
      await resend();
      setTold('sent');
      start(MAIL_INTERVAL_S);
    } catch (failure) {
      const waitS = retryAfterS(failure);
      if (waitS !== null) start(waitS);
      setTold({ failure });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-2">
      <Button size="sm" full loading={busy} disabled={leftS > 0} onClick={press}>
        <span className="tabular-nums">{leftS > 0 ? authMessages.resendIn(leftS) : authMessages.resend}</span>
      </Button>
      {told === 'sent' && (
        <p className="text-12 text-fg-2" role="status">
          {authMessages.resent}
        </p>
      )}
      {told !== null && told !== 'sent' && <FieldError>{problemText(told.failure)}</FieldError>}
    </div>
  );
}

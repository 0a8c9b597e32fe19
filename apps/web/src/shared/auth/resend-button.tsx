import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { problemText, retryAfterS } from './auth-failure.ts';
import { authMessages } from './messages.es.ts';
import { useCountdown } from './use-countdown.ts';

/** The usual limit of the service for mails to one address; a Retry-After header is exact. */
const MAIL_INTERVAL_S = 60;

type ResendButtonProps = {
  /** @throws AuthFailure */
  readonly resend: () => Promise<void>;
  /** A mail was just sent: the next one has to wait. */
  readonly justSent?: boolean;
};

/** Resends the mail, and counts down until the next attempt is allowed. */
export function ResendButton({ resend, justSent = true }: ResendButtonProps) {
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

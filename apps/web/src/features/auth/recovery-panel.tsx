import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailForm } from './email-form.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.forgot;

type RecoveryPanelProps = {
  /** The address to which the recovery mail was sent. Null while the form is visible. */
  readonly sentTo: string | null;
  readonly onSentTo: (email: string | null) => void;
  /** Initial value of the address field. */
  readonly email?: string;
  /** Text above the address field that explains the reason for the request. */
  readonly children?: ReactNode;
};

/** Requests a recovery mail, then its code. The panel never reveals whether the address has an account. */
export function RecoveryPanel({ sentTo, onSentTo, email = '', children }: RecoveryPanelProps) {
  const { backend } = useAuth();
  const navigate = useNavigate();
  const [isFresh, setFresh] = useState(false);
  const [typed, setTyped] = useState(email);
  const request = async (address: string) => (await backend()).requestPasswordReset(address);
  const submit = async (address: string) => {
    setTyped(address);
    await request(address);
    setFresh(true);
    onSentTo(address);
  };
  if (sentTo === null) {
    return (
      <div className="grid gap-4">
        {children}
        <EmailForm email={typed} submitLabel={words.submit} submit={submit} />
      </div>
    );
  }
  return (
    <MailSent
      main
      kind="recovery"
      email={sentTo}
      text={words.sent(sentTo)}
      resend={() => request(sentTo)}
      justSent={isFresh}
      onVerified={() => navigate({ to: PATHS.resetPassword })}
    >
      <Button
        size="sm"
        onClick={() => {
          setTyped(sentTo);
          onSentTo(null);
        }}
      >
        {words.otherEmail}
      </Button>
    </MailSent>
  );
}

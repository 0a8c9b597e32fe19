import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailForm } from './email-form.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.forgot;

/** Asks for a recovery mail; what follows tells nobody whether the address has an account. */
export function ForgotPasswordPage() {
  const { backend } = useAuth();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const title = isSent ? words.sentTitle : words.title;
  usePageTitle(title);
  const request = async (address: string) => {
    setEmail(address);
    await (await backend()).requestPasswordReset(address);
    setSent(true);
  };
  return (
    <>
      <AuthHeading title={title} {...(!isSent && { text: words.text })} />
      <Card className="p-6">
        {isSent ? (
          <MailSent
            main
            kind="recovery"
            email={email}
            text={words.sent(email)}
            resend={() => request(email)}
            onVerified={() => navigate({ to: PATHS.resetPassword })}
          >
            <Button size="sm" onClick={() => setSent(false)}>
              {words.otherEmail}
            </Button>
          </MailSent>
        ) : (
          <EmailForm email={email} submitLabel={words.submit} submit={request} />
        )}
      </Card>
      <Link to={PATHS.login} className="justify-self-center rounded-control text-accent hover:underline">
        {words.back}
      </Link>
    </>
  );
}

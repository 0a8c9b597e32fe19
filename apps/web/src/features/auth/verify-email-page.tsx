import { Link, useNavigate } from '@tanstack/react-router';
import { MailCheck, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailForm } from './email-form.tsx';
import { authPageMessages } from './messages.es.ts';
import { type LinkOutcome, useLinkOutcome } from './use-link-outcome.ts';

const words = authPageMessages.verify;

/** Target of a confirmation link. In another browser it confirms the address but cannot sign in. */
export function VerifyEmailPage() {
  usePageTitle(words.title);
  const outcome = useLinkOutcome();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <AuthHeading title={words.title} />
      <Card>
        {isAsking ? (
          <AskAgain />
        ) : (
          <EmptyState
            icon={outcome === 'refused' || outcome === 'untouched' ? MailWarning : MailCheck}
            text={TEXT[outcome]}
            action={<WayOn outcome={outcome} onAskAgain={() => setAsking(true)} />}
          />
        )}
      </Card>
    </>
  );
}

const TEXT: Readonly<Record<LinkOutcome, string>> = {
  checking: words.checking,
  none: words.waiting,
  'signed-in': words.signedIn,
  elsewhere: words.confirmed,
  'other-account': words.otherAccount,
  untouched: words.untouched,
  refused: words.refused,
};

function WayOn({ outcome, onAskAgain }: { readonly outcome: LinkOutcome; readonly onAskAgain: () => void }) {
  const { isAuthenticated } = useAuth();
  if (outcome === 'checking') return null;
  const isUnconfirmed = (outcome === 'refused' || outcome === 'none') && !isAuthenticated;
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link
        to={isAuthenticated ? PATHS.dashboard : PATHS.login}
        className={buttonClass({ variant: isUnconfirmed ? 'secondary' : 'primary' })}
      >
        {isAuthenticated ? words.toDashboard : words.toLogin}
      </Link>
      {isUnconfirmed && (
        <Button variant="primary" onClick={onAskAgain}>
          {outcome === 'none' ? words.resend : words.askAgain}
        </Button>
      )}
    </div>
  );
}

/** For an expired or missing link: another mail, or its digits. */
function AskAgain() {
  const { backend } = useAuth();
  const navigate = useNavigate();
  const [email, setEmail] = useState<string | null>(null);
  const resend = async (address: string) => (await backend()).resend('signup', address);
  return (
    <div className="p-6">
      {email === null ? (
        <EmailForm
          submitLabel={words.askAgain}
          submit={async (address) => {
            await resend(address);
            setEmail(address);
          }}
        />
      ) : (
        <MailSent
          main
          kind="signup"
          email={email}
          text={words.sent(email)}
          resend={() => resend(email)}
          onVerified={() => navigate({ to: PATHS.dashboard })}
        />
      )}
    </div>
  );
}

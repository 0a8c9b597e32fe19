import { Link, useNavigate } from '@tanstack/react-router';
import { MailCheck, MailWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { lastLinkAddress } from '#shared/auth/mailed-address.ts';
import { urlContainsSignIn, VISIT_START } from '#shared/auth/visit-start.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { EmailForm } from './email-form.tsx';
import { authPageMessages } from './messages.es.ts';
import { OpenLinkPrompt } from './open-link-prompt.tsx';
import { useLinkFault } from './use-link-fault.ts';
import { useMailedLink } from './use-mailed-link.ts';

const words = authPageMessages.verify;

/**
 * Renders the page to which a confirmation link leads. In another browser than that of the sign-up, the link confirms
 * the address but does not sign the user in.
 */
export function VerifyEmailPage() {
  usePageTitle(words.title);
  return (
    <>
      <AuthHeading title={words.title} />
      <Card>
        <Confirmation />
      </Card>
    </>
  );
}

function Confirmation() {
  const visit = useMailedLink();
  const { isAuthenticated } = useAuth();
  switch (visit.step) {
    case 'none':
      return <Outcome />;
    case 'opening':
      return <EmptyState icon={MailCheck} text={words.checking} />;
    case 'waiting': {
      const text = (isAuthenticated ? words.confirmHere : words.confirmAndSignIn)(visit.link.email);
      return <OpenLinkPrompt icon={MailCheck} text={text} action={words.confirm} visit={visit} />;
    }
  }
}

function Outcome() {
  const outcome = useLinkOutcome();
  const [isAsking, setAsking] = useState(false);
  return isAsking ? (
    <AskAgain />
  ) : (
    <EmptyState
      icon={outcome === 'refused' || outcome === 'untouched' ? MailWarning : MailCheck}
      text={TEXT[outcome]}
      action={<WayOn outcome={outcome} onAskAgain={() => setAsking(true)} />}
    />
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

/** After an expired or missing link, offers another mail or a field for the digits of the mail. */
function AskAgain() {
  const { backend } = useAuth();
  const navigate = useNavigate();
  const [email, setEmail] = useState<string | null>(null);
  const resend = async (address: string) => (await backend()).resend('signup', address);
  return (
    <div className="p-6">
      {email === null ? (
        <EmailForm
          email={lastLinkAddress()}
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

/**
 * Outcome of a confirmation link.
 * - `elsewhere`: the service confirmed the address, but this browser cannot be signed in, because another browser made
 * the request or the link was opened too late.
 * - `untouched`: a user is already signed in, and the service does not know the code.
 * - `other-account`: a user is already signed in, and the link belongs to another account.
 */
type LinkOutcome = 'checking' | 'none' | 'signed-in' | 'elsewhere' | 'other-account' | 'untouched' | 'refused';

/**
 * Error codes that prove that the service knows the code of the link. The code was created by the click that confirmed
 * the address.
 */
const KNOWN_CODE = new Set(['flow_state_expired', 'bad_code_verifier']);

function useLinkOutcome(): LinkOutcome {
  const { loading, isAuthenticated } = useAuth();
  const fault = useLinkFault();
  const isUnexchanged = VISIT_START === 'with-sign-in' && urlContainsSignIn();
  const change = useLateChange(!loading && isAuthenticated && isUnexchanged && fault !== undefined);
  if (VISIT_START === 'plain') return 'none';
  if (VISIT_START === 'with-error') return 'refused';
  if (loading || fault === undefined) return 'checking';
  if (!isUnexchanged) return isAuthenticated ? 'signed-in' : 'elsewhere';
  const isRefused = fault !== null && !KNOWN_CODE.has(fault);
  if (!isAuthenticated) return isRefused ? 'refused' : 'elsewhere';
  if (change !== 'unchanged') return change;
  return isRefused ? 'untouched' : 'other-account';
}

/**
 * Returns whether the address has changed, by comparing the addresses before and after a renewal of the session. The
 * exchange of the code cannot show the change: the auth client deletes its code verifier when it renews the session,
 * and a changed address opens no new session.
 */
function useLateChange(isAsked: boolean): 'checking' | 'signed-in' | 'unchanged' {
  const { user, backend } = useAuth();
  const email = user?.email ?? '';
  const [before, setBefore] = useState<string | null>(null);
  const [isRenewed, setRenewed] = useState(false);
  if (isAsked && before === null) setBefore(email);
  useEffect(() => {
    if (!isAsked) return;
    backend()
      .then((connected) => connected.renewSession())
      .catch(() => {})
      .finally(() => setRenewed(true));
  }, [isAsked, backend]);
  if (!isRenewed) return 'checking';
  return email === before ? 'unchanged' : 'signed-in';
}

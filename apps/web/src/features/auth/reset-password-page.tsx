import { Link } from '@tanstack/react-router';
import { KeyRound, MailWarning } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { lastLinkAddress, useMailedAddress } from '#shared/auth/mailed-address.ts';
import { VISIT_START } from '#shared/auth/visit-start.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { FactorResetPanel } from './factor-reset-panel.tsx';
import { authPageMessages } from './messages.es.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { OpenLinkPrompt } from './open-link-prompt.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { type SecondFactorMethod, SecondFactorPanel, secondFactorTitle } from './second-factor-panel.tsx';
import { useLinkFault } from './use-link-fault.ts';
import { useMailedLink } from './use-mailed-link.ts';

const words = authPageMessages.reset;

/**
 * Renders the page to which a recovery link leads. It asks for the second factor if the user has one, and then for a
 * new password.
 */
export function ResetPasswordPage() {
  usePageTitle(words.title);
  const { loading, isAuthenticated, cameByRecovery, needsSecondFactor } = useAuth();
  const fault = useLinkFault();
  const visit = useMailedLink();
  const [way, setWay] = useState<SecondFactorMethod>('app');
  if (loading || fault === undefined || visit.step === 'opening') {
    return (
      <Framed>
        <EmptyState icon={KeyRound} text={words.checking} />
      </Framed>
    );
  }
  if (cameByRecovery && needsSecondFactor) {
    return (
      <Framed text={way === 'app' ? words.secondFactor : `${secondFactorTitle(way)}.`} padded>
        <div className="grid gap-5">
          <SecondFactorPanel way={way} onWay={setWay} />
          <div className="grid border-t border-line pt-4">
            <FactorResetPanel />
          </div>
        </div>
      </Framed>
    );
  }
  if (cameByRecovery) {
    return (
      <Framed padded>
        <NewPasswordForm />
      </Framed>
    );
  }
  if (visit.step === 'waiting' && visit.isHere) {
    return (
      <Framed>
        <OpenLinkPrompt icon={KeyRound} text={words.unopened} action={uiMessages.retry} visit={visit} />
      </Framed>
    );
  }
  if (isAuthenticated) {
    return (
      <Framed>
        <EmptyState
          icon={KeyRound}
          text={words.alreadyIn}
          action={
            <Link to={PATHS.profile} className={buttonClass({ variant: 'primary' })}>
              {words.toProfile}
            </Link>
          }
        />
      </Framed>
    );
  }
  return (
    <Framed padded>
      <AskAgain reason={visit.step === 'waiting' ? words.unused : reasonFor(fault)} />
    </Framed>
  );
}

/** Explains that this browser cannot use the link, and requests a new link. */
function AskAgain({ reason }: { readonly reason: string }) {
  const [sentTo, setSentTo] = useMailedAddress('recovery');
  return (
    <RecoveryPanel sentTo={sentTo} onSentTo={setSentTo} email={lastLinkAddress()}>
      <Note icon={MailWarning} tone="warn">
        <p role="status">{reason}</p>
      </Note>
    </RecoveryPanel>
  );
}

type FramedProps = { readonly text?: string; readonly padded?: boolean; readonly children: ReactNode };

const Framed = ({ text, padded = false, children }: FramedProps) => (
  <>
    <AuthHeading title={words.title} {...(text !== undefined && { text })} />
    <Card className={padded ? 'p-6' : ''}>{children}</Card>
  </>
);

/**
 * Returns the reason why the link cannot be used. If this browser cannot exchange the code, another browser requested
 * it.
 */
function reasonFor(fault: string | null): string {
  switch (VISIT_START) {
    case 'with-error':
      return words.expired;
    case 'with-sign-in':
      return fault === null ? words.elsewhere : words.expired;
    case 'plain':
      return words.waiting;
  }
}

import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { forgetClosedElsewhere, wasClosedElsewhere } from '#shared/auth/session-end.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { LoginPanel } from './login-panel.tsx';
import { authPageMessages } from './messages.es.ts';
import {
  type SecondFactorMethod,
  SecondFactorPanel,
  secondFactorText,
  secondFactorTitle,
} from './second-factor-panel.tsx';

const words = authPageMessages.login;

/**
 * Renders the sign-in page: first the password, then the second factor if the user has one. If a restored session has
 * not passed the second factor, the page starts with that step.
 */
export function LoginPage() {
  const { needsSecondFactor } = useAuth();
  const [way, setWay] = useState<SecondFactorMethod>('app');
  usePageTitle(needsSecondFactor ? secondFactorTitle(way) : words.title);
  return needsSecondFactor ? (
    <>
      <AuthHeading title={secondFactorTitle(way)} text={secondFactorText(way)} />
      <Card className="p-6">
        <SecondFactorPanel way={way} onWay={setWay} />
      </Card>
    </>
  ) : (
    <>
      <AuthHeading title={words.title} text={words.question} link={{ text: words.other, to: PATHS.register }} />
      <ClosedElsewhere />
      <Card className="p-6">
        <LoginPanel />
      </Card>
    </>
  );
}

/** Explains that the session was closed on another device. The text stays until the user leaves the page. */
function ClosedElsewhere() {
  const [wasShown] = useState(wasClosedElsewhere);
  useEffect(() => forgetClosedElsewhere, []);
  if (!wasShown) return null;
  return (
    <Note icon={Info} tone="warn">
      <p role="status">{words.closedElsewhere}</p>
    </Note>
  );
}

import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { LoginPanel } from './login-panel.tsx';
import { authPageMessages } from './messages.es.ts';
import { SecondFactorPanel } from './second-factor-panel.tsx';

const { login: words, secondFactor } = authPageMessages;

/** Password first; the second factor where one is set up, also for a session that came back without it. */
export function LoginPage() {
  const { needsSecondFactor } = useAuth();
  usePageTitle(needsSecondFactor ? secondFactor.title : words.title);
  return needsSecondFactor ? (
    <>
      <AuthHeading title={secondFactor.title} text={secondFactor.text} />
      <Card className="p-6">
        <SecondFactorPanel />
      </Card>
    </>
  ) : (
    <>
      <AuthHeading title={words.title} text={words.question} link={{ text: words.other, to: PATHS.register }} />
      <Card className="p-6">
        <LoginPanel />
      </Card>
    </>
  );
}

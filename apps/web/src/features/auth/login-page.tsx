import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { LoginPanel } from './login-panel.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.login;

export function LoginPage() {
  usePageTitle(words.title);
  return (
    <>
      <AuthHeading title={words.title} question={words.question} other={words.other} to={PATHS.register} />
      <Card className="p-6">
        <LoginPanel />
      </Card>
    </>
  );
}

import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { DemoButton } from './demo-button.tsx';
import { LoginForm } from './login-form.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.login;

export function LoginPage() {
  usePageTitle(words.title);
  return (
    <>
      <AuthHeading title={words.title} question={words.question} other={words.other} to={PATHS.register} />
      <Card className="grid gap-4 p-6">
        <LoginForm />
        <div className="flex items-center gap-3 text-12 text-fg-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {authPageMessages.or}
        </div>
        <DemoButton />
      </Card>
    </>
  );
}

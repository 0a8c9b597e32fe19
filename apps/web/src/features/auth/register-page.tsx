import { useMailedAddress } from '#shared/auth/mailed-address.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterPanel, registerTitle } from './register-panel.tsx';

const words = authPageMessages.register;

export function RegisterPage() {
  const [mailedTo, setMailedTo] = useMailedAddress('signup');
  usePageTitle(registerTitle(mailedTo));
  return (
    <>
      <AuthHeading
        title={registerTitle(mailedTo)}
        text={words.question}
        link={{ text: words.other, to: PATHS.login }}
      />
      <Card className="p-6">
        <RegisterPanel mailedTo={mailedTo} onMailedTo={setMailedTo} />
      </Card>
    </>
  );
}

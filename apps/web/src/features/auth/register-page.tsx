import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterForm } from './register-form.tsx';

const words = authPageMessages.register;

export function RegisterPage() {
  usePageTitle(words.title);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const title = mailedTo === null ? words.title : words.confirmTitle;
  return (
    <>
      <AuthHeading title={title} question={words.question} other={words.other} to={PATHS.login} />
      <Card className="p-6">
        {mailedTo === null ? (
          <RegisterForm onMailSent={setMailedTo} />
        ) : (
          <EmptyState icon={MailCheck} text={words.confirm(mailedTo)} />
        )}
      </Card>
    </>
  );
}

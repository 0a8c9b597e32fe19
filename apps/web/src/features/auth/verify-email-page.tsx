import { Link } from '@tanstack/react-router';
import { MailCheck, MailWarning } from 'lucide-react';
import { ARRIVAL, holdsSignIn } from '#shared/auth/arrival.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.verify;

/** Where the link of the confirmation mail ends. Opened in another browser it confirms, but cannot sign in. */
export function VerifyEmailPage() {
  usePageTitle(words.title);
  const { loading, isAuthenticated } = useAuth();
  const target = isAuthenticated ? PATHS.dashboard : PATHS.login;
  return (
    <main className="mx-auto grid min-h-dvh w-[400px] max-w-[calc(100vw-32px)] content-center gap-5">
      <h1>{words.title}</h1>
      <Card>
        {loading ? (
          <EmptyState icon={MailCheck} text={ARRIVAL === 'plain' ? words.waiting : words.checking} />
        ) : (
          <EmptyState
            icon={ARRIVAL === 'with-error' ? MailWarning : MailCheck}
            text={textOf(isAuthenticated)}
            action={
              <Link to={target} className={buttonClass({ variant: 'primary' })}>
                {isAuthenticated ? words.toDashboard : words.toLogin}
              </Link>
            }
          />
        )}
      </Card>
    </main>
  );
}

/** A code still in the address was not exchanged: whoever is signed in was so before. */
function textOf(isAuthenticated: boolean): string {
  switch (ARRIVAL) {
    case 'with-sign-in':
      if (!isAuthenticated) return words.confirmed;
      return holdsSignIn() ? words.failed : words.signedIn;
    case 'with-error':
      return words.failed;
    case 'plain':
      return words.waiting;
  }
}

import { Link } from '@tanstack/react-router';
import { MailCheck, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.verify;

/** `with-sign-in` = the address holds what the auth client turns into a session; `plain` = nobody clicked a link. */
type Arrival = 'with-sign-in' | 'with-error' | 'plain';

/** Where the link of the confirmation mail ends. Opened in another browser it confirms, but cannot sign in. */
export function VerifyEmailPage() {
  usePageTitle(words.title);
  const { loading, isAuthenticated } = useAuth();
  const [arrival] = useState(readArrival);
  const target = isAuthenticated ? PATHS.dashboard : PATHS.login;
  return (
    <main className="mx-auto grid min-h-dvh w-[400px] max-w-[calc(100vw-32px)] content-center gap-5">
      <h1>{words.title}</h1>
      <Card>
        {loading ? (
          <EmptyState icon={MailCheck} text={arrival === 'plain' ? words.waiting : words.checking} />
        ) : (
          <EmptyState
            icon={arrival === 'with-error' ? MailWarning : MailCheck}
            text={textOf(arrival, isAuthenticated)}
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

/** Read once: the auth client takes the code out of the address. */
function readArrival(): Arrival {
  const query = new URLSearchParams(window.location.search);
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  if (query.has('error') || fragment.has('error')) return 'with-error';
  return query.has('code') || fragment.get('type') === 'signup' ? 'with-sign-in' : 'plain';
}

function textOf(arrival: Arrival, isAuthenticated: boolean): string {
  switch (arrival) {
    case 'with-sign-in':
      return isAuthenticated ? words.signedIn : words.confirmed;
    case 'with-error':
      return words.failed;
    case 'plain':
      return words.waiting;
  }
}

import { Link } from '@tanstack/react-router';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { appMessages } from './messages.es.ts';

const messages = appMessages.notFound;

export function NotFoundScreen() {
  usePageTitle(messages.title);
  return (
    <main className="grid min-h-dvh place-items-center p-4 text-center">
      <div className="grid justify-items-center gap-3">
        <Logo size={40} />
        <h1 className="text-28">{messages.title}</h1>
        <p className="text-fg-2">{messages.text}</p>
        <Link to={PATHS.landing} className={buttonClass({ variant: 'secondary' })}>
          {messages.back}
        </Link>
      </div>
    </main>
  );
}

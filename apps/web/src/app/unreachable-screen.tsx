import { useEffect } from 'react';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { ErrorState } from '#shared/ui/states.tsx';
import { appMessages } from './messages.es.ts';

const words = appMessages.unreachable;
const openAgain = () => window.location.reload();

/**
 * Renders the screen for a user with a stored session while the server is unreachable. The app waits and asks for no
 * new sign-in.
 */
export function UnreachableScreen() {
  usePageTitle(words.title);
  useEffect(() => {
    window.addEventListener('online', openAgain);
    return () => window.removeEventListener('online', openAgain);
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <h1 className="sr-only">{words.title}</h1>
      <ErrorState title={words.title} text={words.text} onRetry={openAgain} />
    </main>
  );
}

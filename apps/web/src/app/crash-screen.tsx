import { TriangleAlert } from 'lucide-react';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { appMessages } from './messages.es.ts';

const messages = appMessages.crash;

/**
 * Renders the error screen of the whole app. Its button loads the root page, which discards the state that caused the
 * error.
 */
export const CrashScreen = ({ error }: { readonly error: Error }) => (
  <main className="grid min-h-dvh place-items-center p-4">
    <div role="alert" className="grid w-[480px] max-w-full gap-4 rounded-card border border-line bg-surface p-6">
      <TriangleAlert size={28} className="text-error" aria-hidden />
      <h1>{messages.title}</h1>
      <p className="text-fg-2">{messages.text}</p>
      <div className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-13 text-fg-2">
        <b className="text-fg-1">{messages.details}</b> <span className="break-words">{error.message}</span>
      </div>
      <div>
        <Button variant="primary" onClick={() => window.location.assign(PATHS.landing)}>
          {messages.reload}
        </Button>
      </div>
    </div>
  </main>
);

import { Logo } from '#shared/ui/logo.tsx';
import { appMessages } from './messages.es.ts';

const messages = appMessages.loading;

/** Renders a placeholder screen until the app has determined which screen to show. */
export const LoadingScreen = () => (
  <div role="status" className="grid min-h-[60dvh] place-items-center p-6">
    <div className="grid justify-items-center gap-3 text-center">
      <Logo size={40} />
      <b className="text-16">{messages.title}</b>
      <span className="text-13 text-fg-2">{messages.text}</span>
    </div>
  </div>
);

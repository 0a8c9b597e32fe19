import { Link } from '@tanstack/react-router';
import { PATHS } from '#shared/lib/paths.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { appMessages } from './messages.es.ts';
import { PendingPage } from './pending-page.tsx';

const { pending } = appMessages;

export const ForgotPasswordScreen = () => <BareScreen {...pending.forgotPassword} />;
export const ResetPasswordScreen = () => <BareScreen {...pending.resetPassword} />;

function BareScreen(words: { readonly title: string; readonly text: string }) {
  const back = (
    <Link to={PATHS.login} className={buttonClass({ variant: 'secondary' })}>
      {appMessages.toLogin}
    </Link>
  );
  return (
    <main className="mx-auto grid min-h-dvh w-[400px] max-w-[calc(100vw-32px)] content-center gap-5">
      <PendingPage {...words} action={back} />
    </main>
  );
}

import { Link } from '@tanstack/react-router';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.leaveDemo;

/** Asks a demo user to confirm the sign-out, because the user cannot sign in to the same demo account again. */
export function LeaveDemoDialog() {
  const { signOut } = useAuth();
  const isOpen = useUi((ui) => ui.modal === 'leaveDemo');
  const close = useUi((ui) => ui.closeModal);
  const leave = () => {
    close();
    signOut();
  };
  return (
    <Dialog open={isOpen} onOpenChange={close} title={words.title} description={words.text}>
      <div className="grid gap-2">
        <Link to={PATHS.profile} onClick={close} className={buttonClass({ variant: 'primary' })}>
          {appMessages.header.createAccount}
        </Link>
        <Button variant="danger-outline" onClick={leave}>
          {words.leave}
        </Button>
        <Button onClick={close}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}

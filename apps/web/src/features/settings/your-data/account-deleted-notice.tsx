import { useNavigate } from '@tanstack/react-router';
import { PATHS } from '#shared/lib/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.delete;

/** Shows a notice over the landing page once after an account deletion. */
export function AccountDeletedNotice() {
  const navigate = useNavigate();
  const close = () => void navigate({ to: PATHS.landing, replace: true });
  return (
    <Dialog open onOpenChange={close} title={words.gone} description={words.goneText}>
      <Button variant="primary" full onClick={close}>
        {words.close}
      </Button>
    </Dialog>
  );
}

import type { PcrSetupView } from '@vigia/contract';
import { useServices } from '#shared/lib/services.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { toast } from '#shared/ui/toast.ts';
import { pcrMessages } from '../messages.es.ts';
import { stopSetup } from '../setup-calls.ts';
import { useRefetchSetups } from './use-setup-actions.ts';

const words = pcrMessages.remove;

type RemoveDialogProps = {
  /** The setup to archive. Null closes the dialog. */
  readonly setup: PcrSetupView | null;
  readonly onClose: () => void;
};

/** Asks for confirmation before a setup is deactivated and archived. */
export function RemoveDialog({ setup, onClose }: RemoveDialogProps) {
  const changed = useRefetchSetups();
  const { api } = useServices();
  const remove = async () => {
    if (!setup) return;
    await stopSetup(api, setup.id, true);
    await changed();
    toast.success(words.done(setup.name));
  };
  return (
    <ConfirmDialog
      open={setup !== null}
      onClose={onClose}
      title={words.title(setup?.name ?? '')}
      text={words.text}
      submit={words.submit}
      onConfirm={remove}
    />
  );
}

import type { BrokerView } from '@vigia/contract';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.forgetAsk;

type ForgetDialogProps = {
  /** Broker whose credentials the dialog deletes. Null closes the dialog. */
  readonly broker: BrokerView | null;
  readonly onClose: () => void;
  readonly onForget: () => Promise<void>;
};

/** Asks for confirmation before credentials are permanently deleted. */
export const ForgetDialog = ({ broker, onClose, onForget }: ForgetDialogProps) => (
  <ConfirmDialog
    open={broker !== null}
    onClose={onClose}
    title={words.title(broker?.display_name ?? '')}
    text={words.text}
    submit={words.submit}
    onConfirm={onForget}
  />
);

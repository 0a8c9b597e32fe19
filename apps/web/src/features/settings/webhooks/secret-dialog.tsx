import { ShownOnceDialog } from '../shown-once-dialog.tsx';
import { webhookMessages } from './messages.es.ts';

const words = webhookMessages.secret;

type SecretDialogProps = {
  /** Null closes the dialog. */
  readonly secret: string | null;
  readonly onClose: () => void;
};

/** Shows the secret of a webhook once. */
export const SecretDialog = (props: SecretDialogProps) => (
  <ShownOnceDialog {...props} words={words}>
    <p className="text-13 text-fg-2">{words.how}</p>
  </ShownOnceDialog>
);

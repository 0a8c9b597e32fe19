import type { PcrSetupView } from '@vigia/contract';
import { useState } from 'react';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { useServices } from '#shared/lib/services.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { editorMessages } from '../editor/messages.es.ts';
import { pcrMessages } from '../messages.es.ts';
import { cloneSetup } from '../setup-calls.ts';
import { useRefetchSetups } from './use-setup-actions.ts';

const words = pcrMessages.clone;

type CloneDialogProps = {
  /** Setup to clone; null closes the dialog. */
  readonly setup: PcrSetupView | null;
  readonly onClose: () => void;
  readonly onCloned: (id: string) => void;
};

/** The dialog that creates a setup with the same rules under another name. */
export const CloneDialog = ({ setup, ...rest }: CloneDialogProps) =>
  setup && <Cloning key={setup.id} setup={setup} {...rest} />;

function Cloning({ setup, onClose, onCloned }: CloneDialogProps & { readonly setup: PcrSetupView }) {
  const [name, setName] = useState(editorMessages.copyOf(setup.name));
  const changed = useRefetchSetups();
  const { api } = useServices();
  const other = useOtherPricesWarning(setup.price_source);
  const clone = async () => {
    const made = await cloneSetup(api, setup.id, name.trim());
    await changed();
    onCloned(made.id);
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.title}
      text={words.text + (other ? words.otherPrices(other.seen) : '')}
      submit={words.submit}
      tone="primary"
      disabled={name.trim() === ''}
      onConfirm={clone}
    >
      <TextField label={words.name} value={name} onChange={(event) => setName(event.target.value)} />
    </ConfirmDialog>
  );
}

import type { LibraryItem } from '@vigia/contract';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { Dialog } from '#shared/ui/dialog.tsx';
import { backtestMessages } from '../messages.es.ts';
import { LibraryList } from './library-list.tsx';

const words = backtestMessages.library;

type LibraryDialogProps = {
  readonly open: boolean;
  readonly kind: AutomationKind;
  readonly onClose: () => void;
  readonly onUse: (item: LibraryItem) => void;
};

/** Renders the strategy library in a dialog over the current screen. */
export const LibraryDialog = ({ open, kind, onClose, onUse }: LibraryDialogProps) => (
  <Dialog open={open} onOpenChange={onClose} title={words.title} description={words.text} wide>
    {open && <LibraryList kind={kind} onUse={onUse} />}
  </Dialog>
);

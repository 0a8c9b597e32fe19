import type { ComponentProps } from 'react';
import { Dialog } from '#shared/ui/dialog.tsx';
import { RejectionList } from './rejection-list.tsx';
import { rejectionMessages as words } from './rejections.es.ts';

type WhyNotDialogProps = {
  /** Description of the list, with the name of the setup or strategy. */
  readonly text: string;
  /** The refused opportunities to show; null closes the dialog. */
  readonly list: ComponentProps<typeof RejectionList> | null;
  readonly onClose: () => void;
};

/** The dialog with the last refused signals and orders of a setup or strategy, each with its reason. */
export const WhyNotDialog = ({ text, list, onClose }: WhyNotDialogProps) => (
  <Dialog open={list !== null} onOpenChange={onClose} wide title={words.title} description={text}>
    {list && <RejectionList {...list} />}
  </Dialog>
);

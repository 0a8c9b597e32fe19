import type { ReactNode } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FieldError } from './field.tsx';
import { uiMessages } from './messages.es.ts';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Text about the effect of the action. */
  readonly text: string;
  readonly submit: string;
  /** Performs the action. After a success the dialog closes; after a failure it shows the error message. */
  readonly onConfirm: () => Promise<unknown>;
  readonly disabled?: boolean;
  /**
   * Tone of the confirm button: `danger` (default) for actions that delete something, `real` for actions that risk
   * money.
   */
  readonly tone?: 'danger' | 'primary' | 'real';
  readonly children?: ReactNode;
};

/** Asks for confirmation before a risky action. */
export const ConfirmDialog = ({ open, onClose, title, text, ...rest }: ConfirmDialogProps) => (
  <Dialog open={open} onOpenChange={onClose} title={title} description={text}>
    <Question onClose={onClose} {...rest} />
  </Dialog>
);

function Question({
  onClose,
  submit,
  onConfirm,
  disabled = false,
  tone = 'danger',
  children,
}: Omit<ConfirmDialogProps, 'open' | 'title' | 'text'>) {
  const confirm = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <>
      {children}
      {confirm.failure !== null && <FieldError>{problemOf(confirm.failure)}</FieldError>}
      <div className="flex justify-end gap-2 max-md:grid max-md:grid-cols-2">
        <Button onClick={onClose}>{uiMessages.cancel}</Button>
        <Button variant={tone} loading={confirm.isRunning} disabled={disabled} onClick={() => confirm.run()}>
          {submit}
        </Button>
      </div>
    </>
  );
}

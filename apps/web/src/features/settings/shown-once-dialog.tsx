import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';

type Texts = Readonly<Record<'title' | 'warning' | 'label' | 'copy' | 'notYet' | 'done', string>>;

type ShownOnceDialogProps = {
  /** Null closes the dialog. Only this dialog has the secret; the device does not store it. */
  readonly secret: string | null;
  readonly words: Texts;
  readonly onClose: () => void;
  /** How to use the secret. */
  readonly children: ReactNode;
};

/** Shows a secret once. It closes only after the user confirms that they have saved it. */
export function ShownOnceDialog({ secret, words, onClose, children }: ShownOnceDialogProps) {
  const [hurried, setHurried] = useState(false);
  const done = () => {
    setHurried(false);
    onClose();
  };
  return (
    <Dialog open={secret !== null} onOpenChange={() => setHurried(true)} closeButton={false} title={words.title}>
      {secret !== null && (
        <>
          <Note icon={TriangleAlert} tone="warn">
            {words.warning}
          </Note>
          <div className="grid gap-1.5">
            <span className="flex items-center justify-between gap-2 text-13 font-medium text-fg-2">
              {words.label}
              <CopyButton text={secret} label={words.copy} />
            </span>
            <code className="rounded-control border border-line bg-inset p-3 text-13 break-all select-all">
              {secret}
            </code>
          </div>
          {children}
          {hurried && <FieldError>{words.notYet}</FieldError>}
          <Button variant="primary" full onClick={done}>
            {words.done}
          </Button>
        </>
      )}
    </Dialog>
  );
}

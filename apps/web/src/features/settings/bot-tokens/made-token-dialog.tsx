import type { MadeBotToken } from '@vigia/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { HowToUse } from './how-to-use.tsx';
import { botTokenMessages } from './messages.es.ts';

const words = botTokenMessages.made;

type MadeTokenDialogProps = {
  /** The new bot token. Null closes the dialog. Only this dialog has the token; the device does not store it. */
  readonly made: MadeBotToken | null;
  readonly onClose: () => void;
};

/**
 * Renders the dialog that shows a bot token once. It closes only after the user confirms that they have saved the
 * token.
 */
export function MadeTokenDialog({ made, onClose }: MadeTokenDialogProps) {
  const [hurried, setHurried] = useState(false);
  const done = () => {
    setHurried(false);
    onClose();
  };
  return (
    <Dialog open={made !== null} onOpenChange={() => setHurried(true)} closeButton={false} title={words.title}>
      {made && (
        <>
          <Note icon={TriangleAlert} tone="warn">
            {words.warning}
          </Note>
          <div className="grid gap-1.5">
            <span className="flex items-center justify-between gap-2 text-13 font-medium text-fg-2">
              {words.token}
              <CopyButton text={made.token} label={words.copy} />
            </span>
            <code className="rounded-control border border-line bg-inset p-3 text-13 break-all select-all">
              {made.token}
            </code>
          </div>
          <HowToUse token={made.token} />
          {hurried && <FieldError>{words.notYet}</FieldError>}
          <Button variant="primary" full onClick={done}>
            {words.done}
          </Button>
        </>
      )}
    </Dialog>
  );
}

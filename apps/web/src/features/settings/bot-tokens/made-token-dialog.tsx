import type { MadeBotToken } from '@vigia/contract';
import { TriangleAlert } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Note } from '#shared/ui/note.tsx';
import { botTokenMessages } from './messages.es.ts';
import { UsageExample } from './usage-example.tsx';

const words = botTokenMessages.made;

type MadeTokenDialogProps = {
  /** null = closed. The token lives in this dialog only: nothing on this device remembers it. */
  readonly made: MadeBotToken | null;
  readonly onClose: () => void;
};

/** The token, this once. */
export function MadeTokenDialog({ made, onClose }: MadeTokenDialogProps) {
  return (
    <Dialog open={made !== null} onOpenChange={onClose} title={words.title}>
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
          <UsageExample token={made.token} />
          <Button variant="primary" full onClick={onClose}>
            {words.done}
          </Button>
        </>
      )}
    </Dialog>
  );
}

import type { MadeBotToken } from '@vigia/contract';
import { ShownOnceDialog } from '../shown-once-dialog.tsx';
import { BotTokenInstructions } from './bot-token-instructions.tsx';
import { botTokenMessages } from './messages.es.ts';

const words = botTokenMessages.made;

type MadeTokenDialogProps = {
  /** The new bot token. Null closes the dialog. */
  readonly made: MadeBotToken | null;
  readonly onClose: () => void;
};

/** Shows a bot token once. */
export const MadeTokenDialog = ({ made, onClose }: MadeTokenDialogProps) => (
  <ShownOnceDialog secret={made?.token ?? null} words={words} onClose={onClose}>
    {made && <BotTokenInstructions token={made.token} />}
  </ShownOnceDialog>
);

import { TriangleAlert } from 'lucide-react';
import { formatMinute } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { adviceFor } from '../model/recovery-actions.ts';

type FaultNoteProps = {
  readonly message: string;
  /** Code of the failure. Null if there is none. */
  readonly code: string | null;
  readonly retryAt?: string | null;
  /** Whether the server is already restoring the connection. The note is then less prominent. */
  readonly mild?: boolean;
};

/** Shows the error of the last attempt to connect, and advice for it. */
export const FaultNote = ({ message, code, retryAt = null, mild = false }: FaultNoteProps) => (
  <Note icon={TriangleAlert} tone={mild ? 'warn' : 'error'}>
    <span>
      <b>{message}</b> {adviceFor(code)}
      {mild && ` ${words.tryingAgain}`}
      {retryAt !== null && ` ${words.retryAt(formatMinute(retryAt))}`}
    </span>
  </Note>
);

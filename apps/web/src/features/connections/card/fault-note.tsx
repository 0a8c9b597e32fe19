import { TriangleAlert } from 'lucide-react';
import { formatMinute } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { adviceFor } from '../model/way-out.ts';

type FaultNoteProps = {
  readonly message: string;
  /** Code of the failure. Null if there is none. */
  readonly code: string | null;
  readonly retryAt?: string | null;
  /** Whether the connection is being restored automatically. */
  readonly mild?: boolean;
};

/** Shows the failure of the last attempt and the advice for it. */
export const FaultNote = ({ message, code, retryAt = null, mild = false }: FaultNoteProps) => (
  <Note icon={TriangleAlert} tone={mild ? 'warn' : 'error'}>
    <span>
      <b>{message}</b> {adviceFor(code)}
      {mild && ` ${words.tryingAgain}`}
      {retryAt !== null && ` ${words.retryAt(formatMinute(retryAt))}`}
    </span>
  </Note>
);

import { TriangleAlert } from 'lucide-react';
import { formatMinute } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { adviceFor } from '../model/way-out.ts';

type FaultNoteProps = {
  readonly message: string;
  /** Code of the failure. */
  readonly code: string | null;
  readonly retryAt?: string | null;
  /** It mends itself: the connection is being made again. */
  readonly mild?: boolean;
};

/** What went wrong at the last attempt and what leads on. */
export function FaultNote({ message, code, retryAt = null, mild = false }: FaultNoteProps) {
  return (
    <Note icon={TriangleAlert} tone={mild ? 'warn' : 'error'}>
      <span>
        <b>{message}</b> {adviceFor(code)}
        {mild && ` ${words.tryingAgain}`}
        {retryAt !== null && ` ${words.retryAt(formatMinute(retryAt))}`}
      </span>
    </Note>
  );
}

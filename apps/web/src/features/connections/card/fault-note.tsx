import { TriangleAlert } from 'lucide-react';
import { formatMinute } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { connectionsMessages as words } from '../messages.es.ts';
import { adviceFor } from '../model/way-out.ts';

type FaultNoteProps = {
  readonly message: string;
  /** Failure code. */
  readonly code: string | null;
  readonly retryAt?: string | null;
  /** The connection is being restored automatically. */
  readonly mild?: boolean;
};

/** The failure of the last attempt and the advice for it. */
export const FaultNote = ({ message, code, retryAt = null, mild = false }: FaultNoteProps) => (
  <Note icon={TriangleAlert} tone={mild ? 'warn' : 'error'}>
    <span>
      <b>{message}</b> {adviceFor(code)}
      {mild && ` ${words.tryingAgain}`}
      {retryAt !== null && ` ${words.retryAt(formatMinute(retryAt))}`}
    </span>
  </Note>
);

import { FlaskConical } from 'lucide-react';
import { Note } from '#shared/ui/note.tsx';
import { backtestMessages } from '../messages.es.ts';

/** Shows the exact text of the specification, with a capital first letter. */
export const SimulatedHistoryNote = () => (
  <Note icon={FlaskConical}>
    <p className="first-letter:uppercase">{backtestMessages.simulated}</p>
  </Note>
);

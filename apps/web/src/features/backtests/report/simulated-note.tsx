import { FlaskConical } from 'lucide-react';
import { Note } from '#shared/ui/note.tsx';
import { backtestMessages } from '../messages.es.ts';

/** Word for word; only its first letter is drawn large. */
export const SimulatedNote = () => (
  <Note icon={FlaskConical}>
    <p className="first-letter:uppercase">{backtestMessages.simulated}</p>
  </Note>
);

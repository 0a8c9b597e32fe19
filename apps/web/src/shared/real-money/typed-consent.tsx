import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { TriangleAlert } from 'lucide-react';
import { TextField } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { realMoneyMessages as words } from './messages.es.ts';

/** Returns whether the typed text equals the confirmation phrase for real money. */
export const isConsent = (phrase: string): boolean => phrase.trim() === REAL_MONEY_PHRASE;

type TypedConsentProps = { readonly phrase: string; readonly onChange: (phrase: string) => void };

/** Shows a text about the risk, and a field for the confirmation phrase. */
export const TypedConsent = ({ phrase, onChange }: TypedConsentProps) => (
  <>
    <Note icon={TriangleAlert} tone="warn">
      <span>
        <b>{words.risk.title}</b> {words.risk.text}
      </span>
    </Note>
    <TextField
      label={words.phrase(REAL_MONEY_PHRASE)}
      value={phrase}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  </>
);

import type { ReactNode } from 'react';
import { TextField } from '#shared/ui/field.tsx';
import { calculatorMessages as words } from '../messages.es.ts';
import type { CalculatorDraft } from '../model/address.ts';
import { NUMBER_FIELDS, type NumberFieldKey } from '../model/fields.ts';
import { errorOf } from '../model/words-of.ts';

export type NumberFieldEditing = {
  readonly draft: CalculatorDraft;
  readonly onType: (key: NumberFieldKey, text: string) => void;
};

type NumberFieldProps = NumberFieldEditing & {
  readonly of: NumberFieldKey;
  readonly unit?: string;
  readonly hint?: ReactNode;
};

/**
 * Renders a number field that is parsed at every keystroke. If the text is invalid, the field shows an error and the
 * calculator uses the last valid number.
 */
export const NumberField = ({ of: key, draft, onType, unit, hint }: NumberFieldProps) => (
  <TextField
    label={words.labels[key]}
    error={errorOf(draft, key)}
    hint={hint}
    value={draft.texts[key]}
    onChange={(event) => onType(key, event.target.value)}
    inputMode={NUMBER_FIELDS[key].decimals === 0 ? 'numeric' : 'decimal'}
    autoComplete="off"
    suffix={unit}
  />
);

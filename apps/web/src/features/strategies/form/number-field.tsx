import type { NumberRange } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { type Faults, type FormValues, parameterPath } from './form-values.ts';
import { parameterLabel, formMessages as words } from './messages.es.ts';

/** Parameters for stake and duration; they do not affect signals. */
export const MONEY_NUMBERS = ['trade_amount', 'duration'] as const;

type NumberFieldProps = {
  readonly name: string;
  readonly range: NumberRange;
  readonly values: FormValues;
  readonly faults: Faults;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/** A number of the rules as typed, with its allowed range below. */
export function NumberField({ name, range, values, faults, onChange }: NumberFieldProps) {
  const { min, max, integer } = range;
  return (
    <TextField
      label={parameterLabel(name)}
      error={faults[parameterPath(name)]}
      hint={words.faults.number(min, max, integer)}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      suffix={words.units[name]}
      value={values.numbers[name] ?? ''}
      onChange={(event) => onChange({ numbers: { ...values.numbers, [name]: event.target.value } })}
    />
  );
}

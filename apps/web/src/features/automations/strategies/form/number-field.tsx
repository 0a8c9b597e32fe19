import type { NumberRange } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { type FormErrors, type FormValues, parameterPath } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { parameterLabel } from './parameter-words.ts';

/** Keys of the parameters for stake and duration, which do not affect signals. */
export const MONEY_PARAMETER_KEYS: readonly string[] = ['trade_amount', 'duration'];

type NumberFieldProps = {
  readonly name: string;
  /** Sentence that states the allowed values. */
  readonly hint: string;
  /** Unit after the number. Undefined if it has none. */
  readonly unit: string | undefined;
  readonly isWhole: boolean;
  readonly values: FormValues;
  readonly faults: FormErrors;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/** Shows the field for a number of the rules, with its allowed range below. */
export const NumberField = ({ name, hint, unit, isWhole, values, faults, onChange }: NumberFieldProps) => (
  <TextField
    label={parameterLabel(values.type, name)}
    error={faults[parameterPath(name)]}
    hint={hint}
    inputMode={isWhole ? 'numeric' : 'decimal'}
    autoComplete="off"
    suffix={unit}
    value={values.numbers[name] ?? ''}
    onChange={(event) => onChange({ numbers: { ...values.numbers, [name]: event.target.value } })}
  />
);

/** Returns the props for the field of a number with this range. */
export const rangeFieldProps = ({ min, max, integer }: NumberRange) => ({
  hint: words.faults.number(min, max, integer),
  isWhole: integer,
});

import { MA_TYPES } from '@vigia/core/vocabulary';
import { Segmented } from '#shared/ui/segmented.tsx';
import { type Faults, type FormValues, rangesOf } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { MONEY_NUMBERS, NumberField, ofRange } from './number-field.tsx';

type RuleFieldsProps = {
  readonly values: FormValues;
  readonly faults: Faults;
  readonly onChange: (part: Partial<FormValues>) => void;
};

const MA_OPTIONS = MA_TYPES.map((value) => ({ value, label: words.maTypes[value] }));

/** Shows the fields for the parameters of the type, each with its range. */
export function RuleFields({ values, faults, onChange }: RuleFieldsProps) {
  const ranges = rangesOf(values.type).filter(([name]) => !MONEY_NUMBERS.includes(name));
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3" aria-label={words.rules}>
      {ranges.map(([name, range]) => (
        <NumberField
          key={name}
          name={name}
          {...ofRange(name, range)}
          values={values}
          faults={faults}
          onChange={onChange}
        />
      ))}
      {values.type === 'moving_average' && (
        <div className="grid gap-1.5">
          <span className="text-13 font-medium text-fg-2">{words.maType}</span>
          <Segmented
            label={words.maType}
            value={values.maType}
            options={MA_OPTIONS}
            onChange={(maType) => onChange({ maType })}
          />
        </div>
      )}
    </fieldset>
  );
}

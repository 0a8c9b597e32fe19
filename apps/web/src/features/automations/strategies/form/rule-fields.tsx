import { definitionOf } from '@vigia/core/strategy-definitions';
import { PencilLine } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { type FormErrors, type FormValues, presetAsOwnRules, rangesOf } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { MONEY_PARAMETER_KEYS, NumberField, rangeFieldProps } from './number-field.tsx';
import { choiceLabels, parameterLabel, parameterUnit } from './parameter-words.ts';
import { ruleMessages as ruleWords } from './rules/messages.es.ts';

type RuleFieldsProps = {
  readonly values: FormValues;
  readonly faults: FormErrors;
  readonly onChange: (part: Partial<FormValues>) => void;
  /** Called with the new form values when the user converts the preset to own rules. */
  readonly onOpen: (values: FormValues) => void;
};

/** Shows the fields for the parameters of the type, each with its range. */
export function RuleFields({ values, faults, onChange, onOpen }: RuleFieldsProps) {
  const opened = presetAsOwnRules(values);
  const ranges = rangesOf(values.type).filter(([name]) => !MONEY_PARAMETER_KEYS.includes(name));
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3" aria-label={words.rules}>
      {ranges.map(([name, range]) => (
        <NumberField
          key={name}
          name={name}
          {...rangeFieldProps(range)}
          unit={parameterUnit(values.type, name)}
          values={values}
          faults={faults}
          onChange={onChange}
        />
      ))}
      {Object.entries(definitionOf(values.type).choices).map(([name, offered]) => (
        <div key={name} className="grid gap-1.5">
          <span className="text-13 font-medium text-fg-2">{parameterLabel(values.type, name)}</span>
          <Segmented
            label={parameterLabel(values.type, name)}
            value={values.choices[name] ?? offered[0]}
            options={offered.map((value) => ({ value, label: choiceLabels(values.type, name)[value] ?? value }))}
            onChange={(value) => onChange({ choices: { ...values.choices, [name]: value } })}
          />
        </div>
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="col-span-2 justify-self-start touch:h-(--h-touch)"
        disabled={opened === null}
        onClick={() => opened && onOpen(opened)}
      >
        <PencilLine size={14} aria-hidden />
        {ruleWords.open}
      </Button>
    </fieldset>
  );
}

import { OPERAND_WORDS } from '@vigia/contract';
import { LOOK_BACK_RANGE, type Operand, operandDefinition } from '@vigia/core/rule-definitions';
import { Select } from '#shared/ui/select.tsx';
import { createOperand, OPERAND_CHOICES, type OperandChoice, operandLineOf } from './draft.ts';
import { ruleMessages as words } from './messages.es.ts';
import { RuleNumber } from './rule-number.tsx';

type OperandFieldsProps = {
  readonly label: string;
  readonly operand: Operand;
  /** Whether the list also offers a plain number. */
  readonly offersNumber: boolean;
  /** Returns the error of a part of the operand. */
  readonly faultOf: (name: string) => string | undefined;
  readonly onChange: (operand: Operand) => void;
};

const keyOf = ({ kind, line }: OperandChoice): string => (line === null ? kind : `${kind}.${line}`);

const nameOf = ({ kind, line }: OperandChoice): string => {
  const { name, lines } = OPERAND_WORDS[kind];
  return (line === null ? undefined : lines[line]) ?? name;
};

/** Shows one operand of a condition: its kind, its numbers, and the number of candles that it looks back. */
export function OperandFields({ label, operand, offersNumber, faultOf, onChange }: OperandFieldsProps) {
  const choices = OPERAND_CHOICES.filter(({ kind }) => offersNumber || kind !== 'number');
  const { numbers } = operandDefinition(operand.of);
  const { labels } = OPERAND_WORDS[operand.of];
  const given: Readonly<Record<string, unknown>> = operand;
  const change = (name: string, value: number) => onChange({ ...operand, [name]: value });
  return (
    <fieldset className="grid min-w-0 content-start gap-2" aria-label={label}>
      <Select
        aria-label={label}
        className="touch:h-(--h-touch)"
        value={keyOf({ kind: operand.of, line: operandLineOf(operand) })}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => keyOf(choice) === target.value);
          if (chosen) onChange(createOperand(chosen, operand));
        }}
      >
        {choices.map((choice) => (
          <option key={keyOf(choice)} value={keyOf(choice)}>
            {nameOf(choice)}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-2">
        {Object.entries(numbers).map(([name, range]) => (
          <RuleNumber
            key={`${operand.of} ${name}`}
            label={labels[name] ?? name}
            value={Number(given[name])}
            range={range}
            error={faultOf(name)}
            onChange={(value) => change(name, value)}
          />
        ))}
        {operand.of !== 'number' && (
          <RuleNumber
            label={words.ago}
            value={operand.ago}
            range={LOOK_BACK_RANGE}
            error={faultOf('ago')}
            onChange={(value) => change('ago', value)}
          />
        )}
      </div>
    </fieldset>
  );
}

import { conditionInWords } from '@vigia/contract';
import {
  CONDITION_JOINS,
  CONDITIONS_MAX,
  type Condition,
  mirroredSide,
  type OwnRules,
  type RuleSide,
} from '@vigia/core/rules';
import { FlipVertical2, Plus, Trash2 } from 'lucide-react';
import { formatForInput } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { type FormErrors, parameterPath } from '../form-values.ts';
import { ConditionFields } from './condition-fields.tsx';
import { CONDITION_KINDS, createCondition, withAddedCondition, withReplacedCondition } from './draft.ts';
import { ruleMessages as words } from './messages.es.ts';

type Direction = keyof OwnRules;

type OwnRulesEditorProps = {
  readonly rules: OwnRules;
  readonly faults: FormErrors;
  readonly onChange: (rules: OwnRules) => void;
};

/** Shows the rules that the user writes: the conditions of CALL and of PUT. */
export const OwnRulesEditor = ({ rules, faults, onChange }: OwnRulesEditorProps) => (
  <section aria-label={words.title} className="grid gap-3">
    <SideEditor
      direction="call"
      side={rules.call}
      other={rules.put}
      faults={faults}
      onChange={(call) => onChange({ ...rules, call })}
    />
    <SideEditor
      direction="put"
      side={rules.put}
      other={rules.call}
      faults={faults}
      onChange={(put) => onChange({ ...rules, put })}
    />
    <p className="text-12 text-fg-3">{words.edge}</p>
  </section>
);

type SideEditorProps = {
  readonly direction: Direction;
  readonly side: RuleSide | null;
  /** The rules of the other direction. The user can copy them mirrored. Null if there are none. */
  readonly other: RuleSide | null;
  readonly faults: FormErrors;
  readonly onChange: (side: RuleSide | null) => void;
};

function SideEditor({ direction, side, other, faults, onChange }: SideEditorProps) {
  const path = parameterPath(direction);
  const conditions = side?.conditions ?? [];
  return (
    <fieldset
      aria-label={words.spoken[direction]}
      className="grid min-w-0 gap-2.5 rounded-card border border-line bg-surface p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className={direction === 'call' ? 'font-semibold text-call' : 'font-semibold text-put'}>
          {words.sides[direction]}
        </h3>
        {side && conditions.length > 1 && (
          <Segmented
            label={words.join}
            value={side.join}
            options={CONDITION_JOINS.map((value) => ({ value, label: words.joins[value] }))}
            onChange={(join) => onChange({ ...side, join })}
          />
        )}
        {other && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => onChange(mirroredSide(other))}>
            <FlipVertical2 size={14} aria-hidden />
            {words.mirror[direction]}
          </Button>
        )}
      </div>
      {side === null && <p className="text-13 text-fg-2">{words.none[direction]}</p>}
      {faults[path] && <FieldError>{faults[path]}</FieldError>}
      {side && (
        <ul className="grid gap-2">
          {conditions.map((condition, index) => (
            <ConditionRow
              // Conditions have no ids. The key contains the number of conditions, so that each row shows the numbers
              // of its condition after a change of the list.
              key={`${index} ${conditions.length}`}
              number={index + 1}
              condition={condition}
              faultOf={(part) => faults[`${path}.conditions.${index}.${part}`]}
              onChange={(changed) => onChange(withReplacedCondition(side, index, changed))}
            />
          ))}
        </ul>
      )}
      {conditions.length < CONDITIONS_MAX ? (
        <Menu
          align="start"
          trigger={
            <Button size="sm" className="justify-self-start touch:h-(--h-touch)">
              <Plus size={14} aria-hidden />
              {words.add}
            </Button>
          }
        >
          {CONDITION_KINDS.map((kind) => (
            <MenuItem key={kind} onSelect={() => onChange(withAddedCondition(side, createCondition(kind)))}>
              {words.kinds[kind]}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <p className="text-12 text-fg-3">{words.full(CONDITIONS_MAX)}</p>
      )}
    </fieldset>
  );
}

type ConditionRowProps = {
  readonly number: number;
  readonly condition: Condition;
  readonly faultOf: (path: string) => string | undefined;
  /** Replaces the condition. Null removes it. */
  readonly onChange: (condition: Condition | null) => void;
};

function ConditionRow({ number, condition, faultOf, onChange }: ConditionRowProps) {
  const fault = faultOf('right') ?? faultOf('low');
  return (
    <li className="rounded-control border border-line bg-raised p-2.5" aria-label={words.conditionOf(number)}>
      <div className="mb-2 flex items-start justify-between gap-2">
        <p className="min-w-0 pt-1 text-13">{conditionInWords(condition, formatForInput)}</p>
        <Button
          variant="ghost"
          size="icon"
          className="-my-1 -mr-1 shrink-0"
          aria-label={words.remove(number)}
          onClick={() => onChange(null)}
        >
          <Trash2 size={15} aria-hidden />
        </Button>
      </div>
      <ConditionFields condition={condition} faultOf={faultOf} onChange={onChange} />
      {fault && (
        <div className="mt-2">
          <FieldError>{fault}</FieldError>
        </div>
      )}
    </li>
  );
}
